import { defineAction, del, get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

export const savedCardEndpoints = {
  list: get(`${apiPaths.customers}/:id/cards`),
  remove: del(`${apiPaths.customers}/:id/cards/:cardId`),
  payment: get(`${apiPaths.invoices}/:id/automatic-payment`),
  stop: defineAction(post(`${apiPaths.invoices}/:id/automatic-payment/stop`), { locks: 'row' }),
  /** Of the customer, on the public page. */
  saveAndPay: post(`${apiPaths.publicInvoice}/:publicId/save-card`),
  removeOwn: post(`${apiPaths.publicInvoice}/:publicId/remove-card`),
}
