import { setTimeout as sleep } from 'node:timers/promises'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { PdfBusyError, PdfRefusedError } from '#server/platform/pdf/pdf-errors.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { documentInfo } from '#shared/record-types.ts'
import type { DocumentToDraw, StoredFile } from './read-parts.ts'

export type Fetched = { bytes: Uint8Array; at: Date } | { problem: string }

const waitMs = 1000
const maxWaits = 30

const renderWhenIdle = async (pdf: PdfRenderer, document: PdfDocument, account: string, aborted: AbortSignal): Promise<Uint8Array> => {
  for (let waits = 0; ; waits++)
    try {
      return await pdf.render(document, account)
    } catch (error) {
      if (!(error instanceof PdfBusyError) || waits === maxWaits) throw error
      await sleep(waitMs, undefined, { signal: aborted })
    }
}

/** A database error concerns all documents and not only this one. */
const isDatabaseError = (error: unknown) => typeof (error as { code?: unknown } | null)?.code === 'string'

/** A problem of one document does not fail the archive. @throws when the database cannot be read */
export const drawDocument = async (
  services: Services,
  userId: number,
  { type, id, number }: DocumentToDraw,
  aborted: AbortSignal,
): Promise<Fetched> => {
  const { pdf, database, readers } = services
  const name = `${documentInfo[type].title} ${number}`
  try {
    const { document } = await database.asUser(userId, (db) => readers[type]!.read(db, id))
    return { bytes: await renderWhenIdle(pdf, document, getPdfAccount(userId), aborted), at: document.changedAt }
  } catch (error) {
    aborted.throwIfAborted()
    if (isDatabaseError(error)) throw error
    if (error instanceof AppError && error.status === 404)
      return { problem: `${name} was deleted while this archive was being made: its PDF is missing.` }
    const reason = error instanceof PdfRefusedError ? error.message : `${name} could not be drawn as a PDF.`
    return { problem: `${reason} What it says is in json/${type}s.json.` }
  }
}

export const fetchFile = async ({ objects }: Services, { key, fileName, at }: StoredFile, aborted: AbortSignal): Promise<Fetched> => {
  const retry = async () => {
    await sleep(waitMs, undefined, { signal: aborted })
    return objects.get(key)
  }
  try {
    const bytes = await objects.get(key).catch(retry)
    return bytes ? { bytes, at } : { problem: `The file "${fileName}" is gone from where files are kept.` }
  } catch {
    aborted.throwIfAborted()
    return { problem: `The file "${fileName}" could not be read. Download your data again later to get it.` }
  }
}
