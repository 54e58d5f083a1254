import { defineAction, del, get, post, put } from '#shared/endpoint-address.ts'
import { mayWriteOff } from '#shared/invoice-rules.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, draftAddresses } from './documents.ts'

const path = apiPaths.invoices
const drafts = draftAddresses('invoices')

export const invoiceEndpoints = {
  ...documentAddresses('invoices'),
  ...drafts,
  update: defineAction(drafts.update, { locks: 'balance' }),
  remove: defineAction(drafts.remove, { locks: 'balance' }),
  restore: defineAction(drafts.restore, { locks: 'nothing' }),
  download: get(`${path}/download`),
  undoSend: defineAction(post(`${path}/:id/undo-send`), { locks: 'balance' }),
  recordPayment: defineAction(post(`${path}/:id/payments`), { locks: 'balance' }),
  voidPayment: defineAction(del(`${path}/:id/payments/:paymentId`), { locks: 'balance', of: 'Payment' }),
  writeOff: defineAction(post(`${path}/:id/write-offs`), { locks: 'balance', may: mayWriteOff }),
  reverseWriteOff: defineAction(post(`${path}/:id/write-offs/:writeOffId/reverse`), { locks: 'balance', of: 'Write-off' }),
  applyCredit: defineAction(post(`${path}/:id/credit-applications`), { locks: 'balance' }),
  reverseCredit: defineAction(post(`${path}/:id/credit-applications/:applicationId/reverse`), { locks: 'balance', of: 'Applied credit' }),
  schedule: get(`${path}/:id/instalments`),
  saveSchedule: defineAction(put(`${path}/:id/instalments`), { locks: 'balance' }),
  requestDeposit: defineAction(post(`${path}/:id/deposits`), { locks: 'balance' }),
  deductDeposit: defineAction(put(`${path}/:id/deductions/:depositId`), { locks: 'balance', of: 'Deposit' }),
  removeDeduction: defineAction(del(`${path}/:id/deductions/:depositId`), { locks: 'balance', of: 'Deduction' }),
  receipt: get(`${path}/:id/receipt`),
  refund: post(`${path}/:id/payments/:paymentId/refund`),
  acceptPayment: post(`${path}/:id/attempts/:attemptId/accept`),
  rejectPayment: post(`${path}/:id/attempts/:attemptId/refund`),
}
