import { defineAction, del, get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

export const paymentEndpoints = {
  state: get(apiPaths.paymentsState),
  check: post('/api/payments/:provider/check'),
  fix: post('/api/payments/:provider/fix'),
}

export const publicPaymentEndpoints = {
  createPayment: post(`${apiPaths.invoices}/:ref/create-payment`),
  markPaid: post(`${apiPaths.invoices}/:ref/mark-paid`),
  paypalSetup: get(`${apiPaths.invoices}/:ref/paypal-setup`),
  paypalOrder: post(`${apiPaths.invoices}/:ref/paypal-order`),
  paypalCapture: post(`${apiPaths.invoices}/:ref/paypal-order/:orderId/capture`),
}

export const savedCardEndpoints = {
  list: get(`${apiPaths.customers}/:id/cards`),
  remove: del(`${apiPaths.customers}/:id/cards/:cardId`),
  payment: get(`${apiPaths.invoices}/:id/automatic-payment`),
  stop: defineAction(post(`${apiPaths.invoices}/:id/automatic-payment/stop`), { locks: 'row' }),
  /** Of the customer, on the public page. */
  saveAndPay: post(`${apiPaths.publicInvoice}/:publicId/save-card`),
  removeOwn: post(`${apiPaths.publicInvoice}/:publicId/remove-card`),
}
