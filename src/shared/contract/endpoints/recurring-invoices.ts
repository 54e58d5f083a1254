import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.recurringInvoices

export const recurringInvoiceEndpoints = {
  list: get(path),
  one: get(`${path}/:id`),
  history: get(`${path}/:id/history`),
  runs: get(`${path}/:id/runs`),
  create: post(path),
  preview: post(`${path}/preview`),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  pause: post(`${path}/:id/pause`),
  resume: post(`${path}/:id/resume`),
  skip: post(`${path}/:id/skip`),
  runNow: post(`${path}/:id/run-now`),
}
