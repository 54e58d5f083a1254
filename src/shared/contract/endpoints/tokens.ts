import { del, get, post } from '#shared/endpoint-address.ts'

export const tokenEndpoints = {
  list: get('/api/account/tokens'),
  create: post('/api/account/tokens'),
  revoke: del('/api/account/tokens/:id'),
}
