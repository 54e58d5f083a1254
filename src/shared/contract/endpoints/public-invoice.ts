import { get } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.publicInvoice

export const publicInvoiceEndpoints = {
  read: get(`${path}/:publicId`),
  pdf: get(`${path}/:publicId/pdf`),
  receipt: get(`${path}/:publicId/receipt`),
  logo: get(`${path}/:publicId/logo`),
  checkout: get('/pay/:publicId/checkout'),
}
