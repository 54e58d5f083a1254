import { buildPayload, hashPayload } from '#server/platform/pdf/document-payload.ts'
import type { TypesetRequest } from '#server/platform/pdf/typesetter.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** Builds a request to the typesetter for a document whose pictures are given as bytes. */
export const buildRequest = (document: PdfDocument, format: TypesetRequest['format'] = 'pdf'): TypesetRequest => {
  const { data, changedAt, pictures } = buildPayload(document)
  return { format, data, changedAt, pictures: pictures.flatMap((picture) => ('bytes' in picture ? [picture] : [])), missing: [] }
}

/** The cache key of a document. */
export const hashDocument = (document: PdfDocument): string => hashPayload(buildPayload(document))
