import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { getColumnName, type ImportMapping, type RowError } from '#modules/imports/rows.ts'
import { importEndpoints } from '#shared/contract/endpoints/imports.ts'
import type { expenseImportInput, ImportResult, importIssues } from '#shared/contract/imports.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { ApiError, isRejected, isSignedOut, NoResponseError } from '#web/lib/api/client.ts'
import { markReachable, markUnreachable } from '#web/lib/api/connection.ts'
import { getOwnerHeaders, reportSignedOut } from '#web/lib/api/page-owner.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { formatImportResult, formatKind } from './import-texts.ts'

export type ImportFailure = { message: string; errors: RowError[]; total: number }

const toImportFailure = (error: unknown, plan: Pick<ImportMapping, 'headers' | 'columns'>): ImportFailure => {
  const refused = error instanceof ApiError ? error : undefined
  const { issues = [], total = 0 } = (refused?.body ?? {}) as Partial<z.output<typeof importIssues>>
  const rows = issues.filter((issue) => typeof issue.line === 'number')
  return {
    message: isSignedOut(error)
      ? 'Your session has ended. Sign in, then import again. Your file and settings are kept.'
      : refused
        ? isRejected(refused)
          ? refused.status === 413
            ? 'These rows are too large to import at once. Split the file, then import its parts.'
            : toFailure(refused).message
          : 'Something went wrong on our side, and the outcome is unknown. Import again: no row is imported twice.'
        : // The outcome is unknown, but a retry creates nothing twice.
          "The server can't be reached. Check your connection, then import again: no row is imported twice.",
    errors: rows.map(({ line, column, path, message }) => {
      const at = plan.columns.indexOf(path.split('.').at(-1)!)
      return { line, column: at < 0 ? column : getColumnName(plan.headers, at), message }
    }),
    total: rows.length > 0 ? total : 0,
  }
}

type ImportBody = z.input<typeof expenseImportInput>

/** Unlike `fetch`, XMLHttpRequest reports upload progress. @throws ApiError when refused, NoResponseError without a complete response */
const sendImport = (
  kind: ImportKind,
  body: ImportBody,
  idempotencyKey: string,
  { signal, onSent }: { signal: AbortSignal; onSent: (done: number) => void },
): Promise<ImportResult> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', importEndpoints[kind].path)
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    for (const [name, value] of Object.entries(getOwnerHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    const failWithoutResponse = (cause: unknown) => {
      markUnreachable()
      reject(new NoResponseError(cause))
    }
    request.onload = () => {
      markReachable()
      if (request.status === 401) reportSignedOut()
      if (request.status !== 200) reject(new ApiError(request.status, request.responseText || request.statusText))
      else {
        try {
          resolve(JSON.parse(request.responseText) as ImportResult)
        } catch (error) {
          failWithoutResponse(error)
        }
      }
    }
    request.onerror = failWithoutResponse
    request.onabort = failWithoutResponse
    signal.addEventListener('abort', () => request.abort())
    request.send(JSON.stringify(body))
  })

type Sending = { done: number } | { result: ImportResult; skipped: readonly RowError[] } | { failure: ImportFailure } | undefined

/** Continues when the dialog is closed; a toast then reports the result. */
export const useImportRequest = (isOpen: boolean, onImported: () => void) => {
  const [sending, setSending] = useState<Sending>()
  const saves = useIdempotentSave()
  const isRunning = useRef(false)
  const isVisible = useRef(isOpen)
  useEffect(() => {
    isVisible.current = isOpen
    return () => {
      isVisible.current = false
    }
  }, [isOpen])

  const send = async (plan: ImportMapping, body: ImportBody, skipped: readonly RowError[]) => {
    if (isRunning.current) return
    isRunning.current = true
    setSending({ done: 0 })
    try {
      const result = await saves.save(body, ({ idempotencyKey, signal }) =>
        sendImport(plan.kind, body, idempotencyKey, { signal, onSent: (done) => setSending({ done }) }),
      )
      setSending({ result, skipped })
      toast({ title: 'Success', description: formatImportResult(plan.kind, result) })
      onImported()
    } catch (error) {
      const failure = toImportFailure(error, plan)
      setSending({ failure })
      if (!isVisible.current)
        toast({ title: 'Error', description: `Failed to import ${formatKind(plan.kind)}`, detail: failure.message, variant: 'destructive' })
    } finally {
      isRunning.current = false
    }
  }
  return {
    saves,
    progress: sending && 'done' in sending ? sending.done : undefined,
    result: sending && 'result' in sending ? sending.result : undefined,
    skipped: sending && 'result' in sending ? sending.skipped : [],
    failure: sending && 'failure' in sending ? sending.failure : undefined,
    send: (plan: ImportMapping, body: ImportBody, skipped: readonly RowError[]) => void send(plan, body, skipped),
    forget: () => setSending(undefined),
  }
}
