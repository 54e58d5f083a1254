import { post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, publicAddresses } from './documents.ts'

const path = apiPaths['credit-notes']

export const creditNoteEndpoints = {
  ...documentAddresses('credit-notes'),
  void: post(`${path}/:id/void`),
  refund: post(`${path}/:id/refunds`),
  reverseRefund: post(`${path}/:id/refunds/:refundId/reverse`),
}

export const publicCreditNoteEndpoints = publicAddresses('credit-note')
