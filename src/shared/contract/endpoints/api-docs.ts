import { get } from '#shared/endpoint-address.ts'

export const apiDocsEndpoints = {
  document: get('/api/openapi.json'),
  page: get('/api/docs'),
}
