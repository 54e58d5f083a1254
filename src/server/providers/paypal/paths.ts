import { ProviderError } from '#server/domain/payments/provider.ts'

// What goes into a path of the API goes through here: an id is of the form that PayPal's have, or no call is made.

/** @throws ProviderError */
const checked = (form: RegExp, noun: string) => (id: string) => {
  if (!form.test(id)) throw new ProviderError(`This is no ${noun} of PayPal's`, { isRefused: true })
  return encodeURIComponent(id)
}

const transaction = /^[A-Z0-9]{10,40}$/
const orderId = checked(transaction, 'order')
const captureId = checked(transaction, 'payment')
const refundId = checked(transaction, 'refund')
const webhookId = checked(/^[A-Za-z0-9]{5,50}$/, 'webhook')
const disputeId = checked(/^[A-Za-z0-9-]{5,64}$/, 'dispute')

/** Every path that is called, each with its ids checked. @throws ProviderError when an id can't be one */
export const paths = {
  token: '/v1/oauth2/token',
  orders: '/v2/checkout/orders',
  order: (id: string) => `/v2/checkout/orders/${orderId(id)}`,
  captureOrder: (id: string) => `/v2/checkout/orders/${orderId(id)}/capture`,
  capture: (id: string) => `/v2/payments/captures/${captureId(id)}`,
  refundCapture: (id: string) => `/v2/payments/captures/${captureId(id)}/refund`,
  refund: (id: string) => `/v2/payments/refunds/${refundId(id)}`,
  webhooks: '/v1/notifications/webhooks',
  webhook: (id: string) => `/v1/notifications/webhooks/${webhookId(id)}`,
  verification: '/v1/notifications/verify-webhook-signature',
  disputesOf: (capture: string) => `/v1/customer/disputes?disputed_transaction_id=${captureId(capture)}`,
  dispute: (id: string) => `/v1/customer/disputes/${disputeId(id)}`,
}
