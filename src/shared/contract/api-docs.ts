import { file } from '#shared/endpoint.ts'
import { get } from '#shared/endpoint-address.ts'

const apiDocsEndpoints = {
  document: get('/api/openapi.json'),
  page: get('/api/docs'),
}

export const docsApi = {
  document: file(apiDocsEndpoints.document, { access: 'public' }),
  page: file(apiDocsEndpoints.page, { access: 'public' }),
}
