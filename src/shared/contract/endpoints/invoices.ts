import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.invoices

export const invoiceEndpoints = {
  list: get(path),
  summary: get(`${path}/summary`),
  export: get(`${path}/export`),
  download: get(`${path}/download`),
  one: get(`${path}/:id`),
  create: post(path),
  nextNumber: get(`${path}/next-number`),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  restore: post(`${path}/:id/restore`),
  history: get(`${path}/:id/history`),
  emailPreview: get(`${path}/:id/email-preview`),
  sendEmail: post(`${path}/:id/send-email`),
  email: get(`${path}/:id/emails/:emailId`),
  undoSend: post(`${path}/:id/undo-send`),
  retryEmail: post(`${path}/:id/emails/:emailId/retry`),
  recordPayment: post(`${path}/:id/payments`),
  voidPayment: del(`${path}/:id/payments/:paymentId`),
  writeOff: post(`${path}/:id/write-offs`),
  reverseWriteOff: post(`${path}/:id/write-offs/:writeOffId/reverse`),
  applyCredit: post(`${path}/:id/credit-applications`),
  reverseCredit: post(`${path}/:id/credit-applications/:applicationId/reverse`),
  schedule: get(`${path}/:id/instalments`),
  saveSchedule: put(`${path}/:id/instalments`),
  scheduledSend: get(`${path}/:id/scheduled-send`),
  scheduleSend: put(`${path}/:id/scheduled-send`),
  cancelSend: del(`${path}/:id/scheduled-send`),
  pdf: get(`${path}/:id/pdf`),
  receipt: get(`${path}/:id/receipt`),
  refund: post(`${path}/:id/payments/:paymentId/refund`),
  acceptPayment: post(`${path}/:id/attempts/:attemptId/accept`),
  rejectPayment: post(`${path}/:id/attempts/:attemptId/refund`),
}
