import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, draftAddresses } from './documents.ts'

const path = apiPaths.estimates

export const estimateEndpoints = {
  ...documentAddresses('estimates'),
  ...draftAddresses('estimates'),
  convert: post(`${path}/:id/convert`),
  setDeposit: put(`${path}/:id/deposit`),
  removeDeposit: del(`${path}/:id/deposit`),
  progress: get(`${path}/:id/progress`),
  invoicePart: post(`${path}/:id/progress`),
}
