import { ProviderError } from '#server/domain/payments/provider-error.ts'

const encodeId = (format: RegExp, noun: string) => (id: string) => {
  if (!format.test(id)) throw new ProviderError(`This is no ${noun} of PayPal's`, { isRefused: true })
  return encodeURIComponent(id)
}

const transaction = /^[A-Z0-9]{10,40}$/
const orderId = encodeId(transaction, 'order')
const captureId = encodeId(transaction, 'payment')
const refundId = encodeId(transaction, 'refund')
const webhookId = encodeId(/^[A-Za-z0-9]{5,50}$/, 'webhook')
const disputeId = encodeId(/^[A-Za-z0-9-]{5,64}$/, 'dispute')

/** Ids are validated, so that no id can lead to another path. @throws ProviderError for an invalid id */
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
