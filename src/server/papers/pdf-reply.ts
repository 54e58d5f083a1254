import { AppError } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { PdfBusyError, type PdfRenderer, paperHash } from '#server/platform/pdf/pdf.ts'
import type { Paper } from '#shared/paper.ts'

/**
 * A full queue is told as 503 with a moment to wait. For the `catch` of a rendering.
 * @throws AppError
 */
export const busy = (error: unknown): never => {
  if (error instanceof PdfBusyError)
    throw new AppError(503, 'Too many PDFs are being made at the moment. Please try again in a few seconds.')
  throw error
}

/** The paper as a PDF to answer. @throws AppError 503 when too many are being made */
export const pdfReply = async (pdf: PdfRenderer, paper: Paper): Promise<FileReply> => ({
  bytes: await pdf.render(paper).catch(busy),
  contentType: 'application/pdf',
  fileName: `${paper.kind} ${paper.number}.pdf`,
  etag: paperHash(paper),
})
