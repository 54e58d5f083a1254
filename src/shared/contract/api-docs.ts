import { file } from '#shared/endpoint.ts'
import { apiDocsEndpoints } from './endpoints/api-docs.ts'

/** What programs may call, told to programs and to people. Anybody may read it: it says nothing of anybody's books. */
export const docsApi = {
  /** As OpenAPI 3.1. */
  document: file(apiDocsEndpoints.document, { access: 'public' }),
  /** The same as a page. */
  page: file(apiDocsEndpoints.page, { access: 'public' }),
}
