import { setTimeout as sleep } from 'node:timers/promises'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { PdfBusyError, PdfRefusedError, type PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import type { DocumentToDraw, StoredFile } from './read-parts.ts'

/** Reads a paper with all that is printed. @throws AppError 404 */
export type ReadDocument = (db: UserDb, id: number) => Promise<PdfDocument>

export type FetchDeps = {
  pdf: PdfRenderer
  objects: ObjectStore
  readDocument: Record<DocumentToDraw['kind'], ReadDocument>
}

/** A file's bytes, or why it can't be in the archive, in words for its owner. */
export type Fetched = { bytes: Uint8Array; at: Date } | { problem: string }

const waitMs = 1000
const longestWaits = 30

/** Waits while others have PDFs drawn: nobody looks at this one yet. */
const render = async (pdf: PdfRenderer, document: PdfDocument, account: string, isOver: AbortSignal): Promise<Uint8Array> => {
  for (let waits = 0; ; waits++)
    try {
      return await pdf.render(document, account)
    } catch (error) {
      if (!(error instanceof PdfBusyError) || waits === longestWaits) throw error
      await sleep(waitMs, undefined, { signal: isOver })
    }
}

/** What the database says, or that it is away: it concerns all papers, not this one. */
const isOfDatabase = (error: unknown) => typeof (error as { code?: unknown } | null)?.code === 'string'

/** Draws a paper as it stands now. What is wrong with one paper is a problem of that one. @throws when the database can't be read */
export const drawDocument = async (
  { pdf, readDocument, database }: FetchDeps & { database: Database },
  userId: number,
  { kind, id, number }: DocumentToDraw,
  isOver: AbortSignal,
): Promise<Fetched> => {
  const name = `${kind === 'invoice' ? 'Invoice' : 'Estimate'} ${number}`
  try {
    const document = await database.asUser(userId, (db) => readDocument[kind](db, id))
    return { bytes: await render(pdf, document, getPdfAccount(userId), isOver), at: document.changedAt }
  } catch (error) {
    isOver.throwIfAborted()
    if (isOfDatabase(error)) throw error
    if (error instanceof AppError && error.status === 404)
      return { problem: `${name} was deleted while this archive was being made: its PDF is missing.` }
    const why = error instanceof PdfRefusedError ? error.message : `${name} could not be drawn as a PDF.`
    return { problem: `${why} What it says is in json/${kind}s.json.` }
  }
}

/** A stored file; a store that stumbles once is asked again. */
export const fetchFile = async ({ objects }: FetchDeps, { key, fileName, at }: StoredFile, isOver: AbortSignal): Promise<Fetched> => {
  const again = async () => {
    await sleep(waitMs, undefined, { signal: isOver })
    return objects.get(key)
  }
  try {
    const bytes = await objects.get(key).catch(again)
    return bytes ? { bytes, at } : { problem: `The file "${fileName}" is gone from where files are kept.` }
  } catch {
    isOver.throwIfAborted()
    return { problem: `The file "${fileName}" could not be read. Download your data again later to get it.` }
  }
}
