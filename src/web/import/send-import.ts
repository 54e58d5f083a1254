import type { z } from 'zod'
import type { expenseImportInput, ImportResult } from '#shared/api/imports.ts'
import type { ImportKind } from '#shared/import/fields.ts'
import { ApiError, NoResponseError } from '../lib/api.ts'
import { markReachable, markUnreachable } from '../lib/connection.ts'
import { getOwnerHeaders } from '../lib/page-owner.ts'

export type ImportBody = z.input<typeof expenseImportInput>

/**
 * Sends the rows; unlike `fetch` it tells how much of them has left.
 * @param onSent from 0 to 1; at 1 the server has them all and stores them
 * @throws ApiError when the server refuses, NoAnswer when it can't be reached or its answer didn't come whole
 */
export const sendImport = (
  kind: ImportKind,
  body: ImportBody,
  idempotencyKey: string,
  { signal, onSent }: { signal: AbortSignal; onSent: (done: number) => void },
): Promise<ImportResult> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/${kind}/import`)
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    for (const [name, value] of Object.entries(getOwnerHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    const unanswered = (cause: unknown) => {
      markUnreachable()
      reject(new NoResponseError(cause))
    }
    request.onload = () => {
      markReachable()
      if (request.status !== 200) reject(new ApiError(request.status, request.responseText || request.statusText))
      else {
        try {
          resolve(JSON.parse(request.responseText) as ImportResult)
        } catch (error) {
          unanswered(error)
        }
      }
    }
    request.onerror = unanswered
    request.onabort = unanswered
    signal.addEventListener('abort', () => request.abort())
    request.send(JSON.stringify(body))
  })
