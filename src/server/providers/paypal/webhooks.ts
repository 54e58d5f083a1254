import { ProviderError, type WebhookRegistration } from '#server/domain/payments/provider.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { nothing, webhook, webhooks } from './schemas.ts'

/** What may mean that an attempt changed. */
export const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
].map((name) => ({ name }))

/** Has events sent to this address; one that is there already for it is kept when it knows of all that matters. */
export const registerWebhook = async (api: PayPalClient, url: string): Promise<WebhookRegistration> => {
  const create = () => api.call(webhook, { method: 'POST', path: paths.webhooks, body: JSON.stringify({ url, event_types: eventTypes }) })
  try {
    return { webhookId: (await create()).id, secret: null }
  } catch (error) {
    // Also after an answer that got lost, when the same was asked again.
    if (!(error instanceof PayPalError) || !error.has('WEBHOOK_URL_ALREADY_EXISTS')) throw error
  }
  const there = (await api.call(webhooks, { method: 'GET', path: paths.webhooks })).webhooks.find((each) => each.url === url)
  if (!there) throw new ProviderError("PayPal says that it knows this webhook's address already, and doesn't list it")
  const known = there.event_types.map(({ name }) => name)
  if (known.includes('*') || eventTypes.every(({ name }) => known.includes(name))) return { webhookId: there.id, secret: null }
  await removeWebhook(api, there.id)
  return { webhookId: (await create()).id, secret: null }
}

/** Ends it; one that isn't there is ended already. */
export const removeWebhook = async (api: PayPalClient, webhookId: string): Promise<void> => {
  try {
    await api.call(nothing, { method: 'DELETE', path: paths.webhook(webhookId) })
  } catch (error) {
    if (!(error instanceof PayPalError && error.status === 404)) throw error
  }
}
