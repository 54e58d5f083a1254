import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.invoices

export const publicPaymentEndpoints = {
  createPayment: post(`${path}/:ref/create-payment`),
  markPaid: post(`${path}/:ref/mark-paid`),
  paypalSetup: get(`${path}/:ref/paypal-setup`),
  paypalOrder: post(`${path}/:ref/paypal-order`),
  paypalCapture: post(`${path}/:ref/paypal-order/:orderId/capture`),
}
