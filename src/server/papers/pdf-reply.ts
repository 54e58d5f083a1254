import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { PdfBusyError, type PdfRenderer } from '#server/platform/pdf/pdf.ts'
import type { Paper } from '#shared/paper.ts'
import { paperFileName } from './file-names.ts'

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
export const pdfReply = async (
  pdf: PdfRenderer,
  paper: Paper,
  fileName: string = paperFileName(paper.kind, paper.number),
): Promise<FileReply> => {
  const bytes = await pdf.render(paper).catch(busy)
  // Of the bytes, not of the paper: while a store is away it is drawn without its logo, and no browser may keep that for the whole one.
  const etag = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, contentType: 'application/pdf', fileName, etag }
}
