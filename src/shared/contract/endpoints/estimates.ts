import { defineAction, del, get, post, put } from '#shared/endpoint-address.ts'
import { mayAskDeposit } from '#shared/estimate-rules.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, draftAddresses } from './documents.ts'

const path = apiPaths.estimates

export const estimateEndpoints = {
  ...documentAddresses('estimates'),
  ...draftAddresses('estimates'),
  convert: defineAction(post(`${path}/:id/convert`), { locks: 'row' }),
  setDeposit: defineAction(put(`${path}/:id/deposit`), { locks: 'row', may: mayAskDeposit }),
  removeDeposit: defineAction(del(`${path}/:id/deposit`), { locks: 'row', may: mayAskDeposit }),
  progress: get(`${path}/:id/progress`),
  invoicePart: defineAction(post(`${path}/:id/progress`), { locks: 'row' }),
}
