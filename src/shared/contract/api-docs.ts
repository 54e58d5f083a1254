import { file } from '#shared/endpoint.ts'
import { apiDocsEndpoints } from './endpoints/api-docs.ts'

export const docsApi = {
  document: file(apiDocsEndpoints.document, { access: 'public' }),
  page: file(apiDocsEndpoints.page, { access: 'public' }),
}
