import { AppError } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { PdfBusyError, type PdfRenderer, paperHash } from '#server/platform/pdf/pdf.ts'
import type { Paper } from '#shared/paper.ts'

/** The paper as a PDF to answer; a full queue is told as 503 with a moment to wait. */
export const pdfReply = async (pdf: PdfRenderer, paper: Paper): Promise<FileReply> => {
  const bytes = await pdf.render(paper).catch((error: unknown) => {
    if (error instanceof PdfBusyError)
      throw new AppError(503, 'Too many PDFs are being made at the moment. Please try again in a few seconds.')
    throw error
  })
  return { bytes, contentType: 'application/pdf', fileName: `${paper.kind} ${paper.number}.pdf`, etag: paperHash(paper) }
}
