import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { isProviderId } from '#server/providers/webhooks/receive.ts'
import { loadStripe, type StripeClient } from './client.ts'

type EventType = Stripe.WebhookEndpointCreateParams.EnabledEvent

export const paymentEvents: EventType[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
]

/** Others of the same URL are removed: Stripe returns the secret only when a webhook is created. @throws ProviderError */
export const registerWebhook = async (
  client: StripeClient,
  url: string,
  events: EventType[],
): Promise<{ webhookId: string; secret: string }> => {
  const { sdk, call } = client
  const existing = await call(() => sdk.webhookEndpoints.list({ limit: 100 }), 'list')
  for (const endpoint of existing.data.filter((each) => each.url === url)) await removeWebhook(client, endpoint.id)
  const endpoint = await call(
    () => sdk.webhookEndpoints.create({ url, enabled_events: events, api_version: loadStripe().API_VERSION }),
    'webhook_endpoint',
  )
  if (!endpoint.id || !endpoint.secret) throw new ProviderError('Stripe gave no secret for its events')
  return { webhookId: endpoint.id, secret: endpoint.secret }
}

/** It may be removed already. @throws ProviderError */
export const removeWebhook = async ({ sdk, call }: StripeClient, webhookId: string): Promise<void> => {
  await call(() => sdk.webhookEndpoints.del(webhookId), 'webhook_endpoint').catch((error: unknown) => {
    if (!(error instanceof ProviderError && error.isRefused && !error.isKeyRefused)) throw error
  })
}

const refFields = ['id', 'client_reference_id', 'payment_intent', 'charge', 'latest_charge'] as const

export const findRefs = (object: unknown): string[] => {
  if (typeof object !== 'object' || object === null) return []
  const fields = object as Record<string, unknown>
  const metadata = fields.metadata as { attempt?: unknown } | null | undefined
  const ids = [...refFields.map((field) => toId(fields[field])), toId(metadata?.attempt)]
  return [...new Set(ids.flatMap((id) => id ?? []))]
}

export const toId = (value: unknown): string | null => {
  const id: unknown = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return isProviderId(id) ? id : null
}
