import { buildPayload, hashPayload } from '#server/platform/pdf/document-payload.ts'
import type { TypesetRequest } from '#server/platform/pdf/typesetter-messages.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** What the PDF process is asked for a paper whose pictures are at hand. */
export const buildRequest = (document: PdfDocument, form: TypesetRequest['form'] = 'pdf'): TypesetRequest => {
  const { data, changedAt, pictures } = buildPayload(document)
  return { form, data, changedAt, pictures: pictures.flatMap((picture) => ('bytes' in picture ? [picture] : [])), missing: [] }
}

/** The key under which the renderer keeps a paper's bytes. */
export const documentHash = (document: PdfDocument): string => hashPayload(buildPayload(document))
