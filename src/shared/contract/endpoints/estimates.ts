import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.estimates

export const estimateEndpoints = {
  list: get(path),
  summary: get(`${path}/summary`),
  export: get(`${path}/export`),
  one: get(`${path}/:id`),
  create: post(path),
  nextNumber: get(`${path}/next-number`),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  restore: post(`${path}/:id/restore`),
  convert: post(`${path}/:id/convert`),
  setDeposit: put(`${path}/:id/deposit`),
  removeDeposit: del(`${path}/:id/deposit`),
  progress: get(`${path}/:id/progress`),
  invoicePart: post(`${path}/:id/progress`),
  history: get(`${path}/:id/history`),
  emailPreview: get(`${path}/:id/email-preview`),
  sendEmail: post(`${path}/:id/send-email`),
  email: get(`${path}/:id/emails/:emailId`),
  retryEmail: post(`${path}/:id/emails/:emailId/retry`),
  scheduledSend: get(`${path}/:id/scheduled-send`),
  scheduleSend: put(`${path}/:id/scheduled-send`),
  cancelSend: del(`${path}/:id/scheduled-send`),
  pdf: get(`${path}/:id/pdf`),
}
