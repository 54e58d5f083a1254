import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const ofInvoice = `${apiPaths.invoices}/:id/late-fees` as const

export const lateFeeEndpoints = {
  rule: get(apiPaths.lateFeeRule),
  saveRule: put(apiPaths.lateFeeRule),
  removeRule: del(apiPaths.lateFeeRule),
  ofInvoice: get(ofInvoice),
  charge: post(ofInvoice),
  waive: post(`${ofInvoice}/waive`),
}
