import type { Zippable } from 'fflate'
import { getPdfAccount, getTitle, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { Day } from '#shared/dates.ts'
import { documentFileName, toDistinctFileNames } from '#shared/file-names.ts'
import { maxLines } from '#shared/text-limits.ts'
import type { InvoiceReader } from './pdf.ts'

type LoadedInvoices = Awaited<ReturnType<InvoiceReader['read']>>[]

/**
 * Read in one transaction and rendered after it. @throws AppError 400 for too many lines for one PDF, 404 when one isn't the user's, 422
 * when one can't be rendered, 429 or 503 when too many PDFs wait
 */
export const downloadInvoices = async (
  { documents, pdf }: Pick<Services, 'pdf'> & { documents: InvoiceReader },
  user: Pick<Caller, 'id' | 'tx'>,
  { ids, as, today }: { ids: readonly number[]; as: 'zip' | 'pdf'; today: Day },
): Promise<FileReply> => {
  const found = await user.tx(async (db) => {
    const all: LoadedInvoices = []
    for (const id of ids) all.push(await documents.read(db, id).catch(explainMissing(ids.length)))
    return all
  })
  const account = getPdfAccount(user.id)
  const file =
    as === 'pdf'
      ? { bytes: await combinePdfs(pdf, account, found), contentType: 'application/pdf' }
      : { bytes: await zip(pdf, account, found), contentType: 'application/zip' }
  return { ...file, fileName: `invoices-${today}.${as}`, disposition: 'attachment' }
}

/** When several invoices were selected, the message doesn't claim to know which one is missing. */
const explainMissing = (chosen: number) => (error: unknown) => {
  if (chosen > 1 && error instanceof AppError && error.status === 404)
    throw new AppError(404, "One of the chosen invoices isn't there any more. Reload the list, and choose again.")
  throw error
}

const zip = async (pdf: PdfRenderer, account: string, found: LoadedInvoices) => {
  const names = toDistinctFileNames(found.map(({ document }) => documentFileName(getTitle(document), document.number)))
  const files: Zippable = {}
  // Sequential, so that another PDF of the same user doesn't have to wait for a hundred.
  for (const [i, { document }] of found.entries())
    files[names[i]!] = [await pdf.render(document, account).catch(throwPdfError), { mtime: document.changedAt }]
  const { zipSync } = await import('fflate')
  // PDFs are already compressed.
  return zipSync(files, { level: 0 })
}

/** Rendered in one run, so it can't have more lines than one invoice. */
const combinePdfs = (pdf: PdfRenderer, account: string, found: LoadedInvoices) => {
  const lines = found.reduce((count, { stored }) => count + stored.lineItems.length, 0)
  const format = (n: number) => n.toLocaleString('en-US')
  if (found.length > 1 && lines > maxLines)
    throw new AppError(
      400,
      `These invoices have ${format(lines)} lines together; one PDF can hold ${format(maxLines)}. Choose fewer invoices, or download them as a ZIP file.`,
    )
  return pdf
    .renderAll(
      found.map(({ document }) => document),
      account,
    )
    .catch(throwPdfError)
}
