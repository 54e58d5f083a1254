import { mayRefundCredit } from '#shared/credit-note-rules.ts'
import { defineAction, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, publicAddresses } from './documents.ts'

const path = apiPaths['credit-notes']

export const creditNoteEndpoints = {
  ...documentAddresses('credit-notes'),
  void: defineAction(post(`${path}/:id/void`), { locks: 'balance' }),
  refund: defineAction(post(`${path}/:id/refunds`), { locks: 'row', may: mayRefundCredit }),
  reverseRefund: defineAction(post(`${path}/:id/refunds/:refundId/reverse`), { locks: 'row', of: 'Refund' }),
}

export const publicCreditNoteEndpoints = publicAddresses('credit-note')
