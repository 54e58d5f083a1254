import { get, post } from '#shared/endpoint-address.ts'

export const receiptEndpoints = {
  create: post('/api/receipts'),
  get: get('/api/receipts/:id'),
}
