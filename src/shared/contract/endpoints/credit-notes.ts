import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths['credit-notes']

export const creditNoteEndpoints = {
  list: get(path),
  summary: get(`${path}/summary`),
  export: get(`${path}/export`),
  one: get(`${path}/:id`),
  create: post(path),
  void: post(`${path}/:id/void`),
  refund: post(`${path}/:id/refunds`),
  reverseRefund: post(`${path}/:id/refunds/:refundId/reverse`),
  history: get(`${path}/:id/history`),
  emailPreview: get(`${path}/:id/email-preview`),
  sendEmail: post(`${path}/:id/send-email`),
  email: get(`${path}/:id/emails/:emailId`),
  retryEmail: post(`${path}/:id/emails/:emailId/retry`),
  pdf: get(`${path}/:id/pdf`),
}

export const publicCreditNoteEndpoints = {
  read: get('/api/public/credit-note/:publicId'),
  pdf: get('/api/public/credit-note/:publicId/pdf'),
  logo: get('/api/public/credit-note/:publicId/logo'),
}
