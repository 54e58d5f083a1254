import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { OutdatedPreviewError, PdfAccountBusyError, PdfBusyError, PdfRefusedError } from '#server/platform/pdf/pdf-errors.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { documentFileName } from '#shared/file-names.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** Queues of the PDF renderer: one per user, and one for the customers of each user, so that requests through one public link delay only each other. */
export const getPdfAccount = (userId: number): string => `${userId}`
const getCustomersAccount = (ownerId: number): string => `customers of ${ownerId}`

/** @throws AppError 503 or 429 when too many PDFs are waiting, 409 for a superseded preview, 422 when it can't be rendered */
export const throwPdfError = (error: unknown): never => {
  if (error instanceof PdfAccountBusyError) throw new AppError(429, error.message)
  if (error instanceof PdfBusyError) throw new AppError(503, error.message)
  if (error instanceof OutdatedPreviewError) throw new AppError(409, error.message)
  if (error instanceof PdfRefusedError) throw new AppError(422, error.message)
  throw error
}

/** The same with a message for a customer, who can't change the document. */
const explainToCustomer = (kind: PdfDocument['kind']) => (error: unknown) => {
  if (error instanceof PdfRefusedError)
    throw new AppError(422, `This ${kind.toLowerCase()} can't be downloaded as a PDF. The page with its link shows everything it says.`)
  return throwPdfError(error)
}

/** In the document's language. A deposit's invoice is an invoice here. */
export const getTitle = ({ kind, language }: PdfDocument): string => textsIn(language).find(kind)

type Reader = { ownerId: number; isCustomer: boolean }

/** @throws AppError 422, 429 or 503, see `throwPdfError` */
export const replyWithPdf = async (
  pdf: PdfRenderer,
  { ownerId, isCustomer }: Reader,
  document: PdfDocument,
  fileName: string = documentFileName(getTitle(document), document.number),
): Promise<FileReply> => {
  const account = isCustomer ? getCustomersAccount(ownerId) : getPdfAccount(ownerId)
  const bytes = await pdf.render(document, account).catch(isCustomer ? explainToCustomer(document.kind) : throwPdfError)
  // The ETag is a hash of the bytes, not of the document: while the object store is unavailable, the PDF has no logo and must not be cached as complete.
  const etag = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, contentType: 'application/pdf', fileName, etag }
}
