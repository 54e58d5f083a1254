import { setTimeout as sleep } from 'node:timers/promises'
import { entities } from '#modules/entities.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { openSpool, type Spool } from '#server/platform/files/spool.ts'
import type { ZipWriter } from '#server/platform/files/zip.ts'
import { limitTime } from '#server/platform/http/concurrency-limits.ts'
import { PdfBusyError, PdfRefusedError } from '#server/platform/pdf/pdf-errors.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { Day } from '#shared/dates.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { documentInfo } from '#shared/record-types.ts'
import { fixedFiles } from './parts.ts'
import { type DocumentToDraw, readParts, type StoredFile } from './read-parts.ts'

const formatReadme = ({ email, madeAt }: { email: string | null; madeAt: Date }): string =>
  `Everything that Billfold keeps of ${email ?? 'this account'}, as it stood on ${madeAt.toISOString()} (UTC).

csv/             Spreadsheets: ${entities.map(({ tableName }) => tableName).join(', ')}, tax rates, payments, and invoices and estimates with their lines and taxes.
json/            The same and everything else, for programs: profile, emails, history, payments, refunds, account.
json/deleted/    Invoices and estimates that were deleted (their numbers stay taken), and what else was deleted in the last 30 days.
pdf/invoices/    Each invoice as a PDF, drafts included.
pdf/estimates/   Each estimate as a PDF, drafts included.
receipts/        The receipts of expenses, as they are kept.
logo/            Logos, the present one and those on sent invoices and estimates.
problems.txt     Only there when something could not be put in: what, and why.

Amounts are decimal text, such as "1250.00", in the currency of their document, or else in that of the profile. Quantities and tax rates (in percent) are too.
Lines with the same tax group have the same taxes: "Base" is the net amount of the group, and of a compound tax the taxes before it as well. "Net" is an
amount without tax. The tax rate of an invoice or estimate is empty where its lines name their rates.
Dates such as 2026-01-31 are calendar days. Times such as 2026-01-31T12:00:00.000Z are instants in UTC.
Statuses such as "overdue" and "expired" are those of the day on which this archive was made.
In the spreadsheets a text that a spreadsheet would run as a formula begins with a '. The JSON files have it as it is.
The JSON and CSV files are of one moment. PDFs are drawn afterwards: a PDF of a document that changed in between shows the change.

Not in here: passwords, keys of payment providers, and whatever else lets somebody in.
`

/** How often `onChunk` is called while a download waits for its turn. */
const keepAliveMs = 10_000

type ArchiveRequest = {
  user: { id: number; email: string | null }
  today: Day
  onCounted: (files: number) => void
  onFileDone: () => void
  /** Called when nothing else shows progress, so that the download is not given up. */
  onChunk: () => void
}

type Fetched = { bytes: Uint8Array; at: Date } | { problem: string }

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
const drawDocument = async (
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

const fetchFile = async ({ objects }: Services, { key, fileName, at }: StoredFile, aborted: AbortSignal): Promise<Fetched> => {
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

/** First the database as of one moment, then PDFs and files one by one. */
export const writeArchive = async (
  services: Services,
  zip: ZipWriter,
  { user, today, onCounted, onFileDone, onChunk }: ArchiveRequest,
): Promise<void> => {
  const { database, now, absolute, concurrency } = services
  const { aborted } = zip
  const spools = new Map<string, Spool>()
  const open = async (path: string) => {
    const spool = await openSpool()
    spools.set(path, spool)
    return spool
  }
  const origin = absolute('/').replace(/\/$/, '')
  const madeAt = now()
  try {
    const ending = new AbortController()
    aborted.addEventListener('abort', () => ending.abort(aborted.reason), { once: true })
    const read = () =>
      database.atOneMoment(user.id, (db) => readParts(db, { today, origin, isOver: aborted, onChunk }, open), ending.signal)
    const keepAlive = setInterval(onChunk, keepAliveMs)
    const found = await concurrency.bulk
      .run(`user:${user.id}`, () => limitTime(ending, read), ending.signal)
      .finally(() => clearInterval(keepAlive))
    onCounted(fixedFiles + found.documents.length + found.files.length)

    await zip.add('README.txt', Buffer.from(formatReadme({ email: user.email, madeAt })), madeAt)
    onFileDone()
    for (const [path, spool] of spools) {
      await zip.add(path, spool.read(), madeAt)
      onFileDone()
    }
    const problems: string[] = []
    const addFile = async (path: string, fetched: Fetched) => {
      if ('problem' in fetched) problems.push(fetched.problem)
      else await zip.add(path, fetched.bytes, fetched.at)
      onFileDone()
    }
    for (const document of found.documents) await addFile(document.path, await drawDocument(services, user.id, document, aborted))
    for (const file of found.files) await addFile(file.path, await fetchFile(services, file, aborted))
    if (problems.length > 0) await zip.add('problems.txt', Buffer.from(`${problems.join('\n')}\n`), madeAt)
  } finally {
    for (const spool of spools.values()) await spool.close()
  }
}
