import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'
import { documentAddresses, draftAddresses } from './documents.ts'

const path = apiPaths.invoices

export const invoiceEndpoints = {
  ...documentAddresses('invoices'),
  ...draftAddresses('invoices'),
  download: get(`${path}/download`),
  undoSend: post(`${path}/:id/undo-send`),
  recordPayment: post(`${path}/:id/payments`),
  voidPayment: del(`${path}/:id/payments/:paymentId`),
  writeOff: post(`${path}/:id/write-offs`),
  reverseWriteOff: post(`${path}/:id/write-offs/:writeOffId/reverse`),
  applyCredit: post(`${path}/:id/credit-applications`),
  reverseCredit: post(`${path}/:id/credit-applications/:applicationId/reverse`),
  schedule: get(`${path}/:id/instalments`),
  saveSchedule: put(`${path}/:id/instalments`),
  requestDeposit: post(`${path}/:id/deposits`),
  deductDeposit: put(`${path}/:id/deductions/:depositId`),
  removeDeduction: del(`${path}/:id/deductions/:depositId`),
  receipt: get(`${path}/:id/receipt`),
  refund: post(`${path}/:id/payments/:paymentId/refund`),
  acceptPayment: post(`${path}/:id/attempts/:attemptId/accept`),
  rejectPayment: post(`${path}/:id/attempts/:attemptId/refund`),
}
