import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.customers

export const customerEndpoints = {
  list: get(path),
  summary: get(`${path}/summary`),
  export: get(`${path}/export`),
  similar: post(`${path}/similar`),
  one: get(`${path}/:id`),
  history: get(`${path}/:id/history`),
  figures: get(`${path}/:id/figures`),
  credit: get(`${path}/:id/credit`),
  applyCredit: post(`${path}/:id/credit/apply`),
  invoices: get(`${path}/:id/invoices`),
  estimates: get(`${path}/:id/estimates`),
  expenses: get(`${path}/:id/expenses`),
  bounces: get(`${path}/:id/bounces`),
  tryAddress: post(`${path}/:id/try-address`),
  create: post(path),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  restore: post(`${path}/:id/restore`),
}
