import Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { CallStripe } from './provider.ts'

/** What may change how a subscriber stands. */
const enabledEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

/**
 * Has the account's events sent to the address.
 * @returns the secret that signs them, which Stripe never tells again
 * @throws ProviderError
 */
export const registerWebhook = async (stripe: Stripe, ask: CallStripe, url: string): Promise<{ webhookId: string; secret: string }> => {
  // One that an answer got lost about would go on signing with a secret that nobody knows.
  const there = await ask(() => stripe.webhookEndpoints.list({ limit: 100 }), 'list')
  for (const lost of there.data.filter((each) => each.url === url)) await removeWebhook(stripe, ask, lost.id)
  const made = await ask(
    () => stripe.webhookEndpoints.create({ url, enabled_events: enabledEvents, api_version: Stripe.API_VERSION }),
    'webhook_endpoint',
  )
  if (!made.id || !made.secret) throw new ProviderError('Stripe gave no secret for its events')
  return { webhookId: made.id, secret: made.secret }
}

/** @throws ProviderError */
export const removeWebhook = async (stripe: Stripe, ask: CallStripe, webhookId: string): Promise<void> => {
  await ask(() => stripe.webhookEndpoints.del(webhookId), 'webhook_endpoint').catch((error: unknown) => {
    // One that is gone already is closed.
    if (!(error instanceof ProviderError && error.isRefused && !error.isKeyRefused)) throw error
  })
}
