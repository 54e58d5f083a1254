import { get } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'
import { publicAddresses } from './documents.ts'

const path = apiPaths.publicInvoice

export const publicInvoiceEndpoints = {
  ...publicAddresses('invoice'),
  receipt: get(`${path}/:publicId/receipt`),
  checkout: get('/pay/:publicId/checkout'),
}
