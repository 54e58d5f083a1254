import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { PdfAccountBusyError, PdfBusyError, PdfRefusedError, type PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { documentFileName } from './file-names.ts'

/** Accounts among which the PDF engine takes turns. Customers with a link wait among themselves: a flood on one link delays neither its owner nor others. */
export const getPdfAccount = (userId: number): string => `${userId}`
const customersOf = (ownerId: number): string => `customers of ${ownerId}`

/**
 * Says why there is no PDF: 503 or 429 with a moment to wait when too many wait already, 422 for a document that can't be drawn. For the `catch` of a rendering.
 * @throws AppError
 */
export const throwPdfError = (error: unknown): never => {
  if (error instanceof PdfAccountBusyError) throw new AppError(429, error.message)
  if (error instanceof PdfBusyError) throw new AppError(503, error.message)
  if (error instanceof PdfRefusedError) throw new AppError(422, error.message)
  throw error
}

/** The same for a customer, who can't mend the document. */
const explainToCustomer = (kind: PdfDocument['kind']) => (error: unknown) => {
  if (error instanceof PdfRefusedError)
    throw new AppError(422, `This ${kind.toLowerCase()} can't be downloaded as a PDF. The page with its link shows everything it says.`)
  return throwPdfError(error)
}

/** Who asks for the PDF: the paper's owner, or a customer who has its link. */
type Reader = { ownerId: number; isCustomer: boolean }

/** The paper as a PDF to answer. @throws AppError 422, 429 or 503, see `explainPdfError` */
export const replyWithPdf = async (
  pdf: PdfRenderer,
  { ownerId, isCustomer }: Reader,
  document: PdfDocument,
  fileName: string = documentFileName(document.kind, document.number),
): Promise<FileReply> => {
  const account = isCustomer ? customersOf(ownerId) : getPdfAccount(ownerId)
  const bytes = await pdf.render(document, account).catch(isCustomer ? explainToCustomer(document.kind) : throwPdfError)
  // Of the bytes, not of the paper: while a store is away it is drawn without its logo, and no browser may keep that for the whole one.
  const etag = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, contentType: 'application/pdf', fileName, etag }
}
