import type Stripe from 'stripe'
import type { WebhookEvent } from '#server/domain/payments/provider.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'

/** What of an account's events may be about a payment of ours. */
export const enabledEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
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
]

/**
 * Reads an event that Stripe signed with this secret.
 * @throws BadSignature
 */
export const readWebhookEvent = (raw: Buffer, header: unknown, secret: string | null, now: Date): WebhookEvent => {
  const { id, type, object } = verifyWebhookSignature(raw, header, secret, now)
  return { id, type, refs: refsOf(object) }
}

/** Where an event's object names itself, its payment, or the attempt that we gave it along. */
const places = ['id', 'client_reference_id', 'payment_intent', 'charge', 'latest_charge'] as const

const refsOf = (object: unknown): string[] => {
  if (typeof object !== 'object' || object === null) return []
  const fields = object as Record<string, unknown>
  const metadata = fields.metadata as { attempt?: unknown } | null | undefined
  const named = [...places.map((place) => idOf(fields[place])), idOf(metadata?.attempt)]
  return [...new Set(named.flatMap((id) => id ?? []))]
}

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.length <= 255 && value !== '' ? value : null
  return typeof value === 'object' && value !== null ? idOf((value as { id?: unknown }).id) : null
}
