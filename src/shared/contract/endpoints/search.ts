import { get } from '#shared/endpoint-address.ts'

export const searchEndpoints = {
  find: get('/api/search'),
}
