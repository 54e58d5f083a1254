import { file } from '#shared/endpoint.ts'
import { apiDocsEndpoints } from './endpoints/api-docs.ts'

/** The public API documentation. */
export const docsApi = {
  /** The OpenAPI 3.1 document. */
  document: file(apiDocsEndpoints.document, { access: 'public' }),
  /** The documentation as an HTML page. */
  page: file(apiDocsEndpoints.page, { access: 'public' }),
}
