import { zipSync } from 'fflate'
import { distinctFileNames, paperFileName } from '#server/papers/file-names.ts'
import { busy } from '#server/papers/pdf-reply.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { maxLines } from '#shared/api/papers.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoicePapers } from './papers.ts'

type Deps = { papers: InvoicePapers; pdf: PdfRenderer }
/** What was read, in the order asked for. */
type Found = Awaited<ReturnType<InvoicePapers['read']>>[]

/**
 * Several invoices' PDFs as one file.
 * @param inTransaction the papers are read in one transaction, and drawn after it
 * @throws AppError 400 for more than one PDF can hold, 404 when one of them isn't the user's, 503 when too many PDFs are being made
 */
export const downloadInvoices = async (
  { papers, pdf }: Deps,
  inTransaction: <T>(work: (db: UserDb) => Promise<T>) => Promise<T>,
  { ids, as, today }: { ids: readonly number[]; as: 'zip' | 'pdf'; today: Day },
): Promise<FileReply> => {
  const found = await inTransaction(async (db) => {
    const all: Found = []
    for (const id of ids) all.push(await papers.read(db, id).catch(whichOfThem(ids.length)))
    return all
  })
  const file =
    as === 'pdf'
      ? { bytes: await onePdf(pdf, found), contentType: 'application/pdf' }
      : { bytes: await zip(pdf, found), contentType: 'application/zip' }
  return { ...file, fileName: `invoices-${today}.${as}`, disposition: 'attachment' }
}

/** For the `catch` of a reading: who chose several isn't told 'the invoice', which he can't tell from the others. */
const whichOfThem = (chosen: number) => (error: unknown) => {
  if (chosen > 1 && error instanceof AppError && error.status === 404)
    throw new AppError(404, "One of the chosen invoices isn't there any more. Reload the list, and choose again.")
  throw error
}

const zip = async (pdf: PdfRenderer, found: Found) => {
  const names = distinctFileNames(found.map(({ paper }) => paperFileName(paper.kind, paper.number)))
  const files: Parameters<typeof zipSync>[0] = {}
  // One after the other: whoever wants a single PDF meanwhile doesn't wait behind a hundred.
  for (const [i, { paper }] of found.entries()) files[names[i]!] = [await pdf.render(paper).catch(busy), { mtime: paper.changedAt }]
  // PDFs are compressed already.
  return zipSync(files, { level: 0 })
}

/** Drawn at one go, which holds up whoever wants a PDF meanwhile: so it may have no more lines than one invoice. */
const onePdf = (pdf: PdfRenderer, found: Found) => {
  const lines = found.reduce((count, { stored }) => count + stored.lineItems.length, 0)
  const shown = (n: number) => n.toLocaleString('en-US')
  if (found.length > 1 && lines > maxLines)
    throw new AppError(
      400,
      `These invoices have ${shown(lines)} lines together; one PDF can hold ${shown(maxLines)}. Choose fewer invoices, or download them as a ZIP file.`,
    )
  return pdf.renderAll(found.map(({ paper }) => paper)).catch(busy)
}
