import Stripe from 'stripe'
import { BadSignature, type WebhookEvent } from './provider.ts'

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

/** How old a delivery may be, and how far ahead its clock; the SDK looks at the former only. */
const toleranceSeconds = 300

/**
 * Reads an event that Stripe signed with this secret.
 * @throws BadSignature
 */
export const readStripeEvent = (raw: Buffer, header: unknown, secret: string | null, now: Date): WebhookEvent => {
  if (typeof header !== 'string' || !secret) throw new BadSignature('The event carries no signature of Stripe')
  const event = verified(raw, header, secret, now)
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1])
  if (!(signedAt * 1000 - now.getTime() <= toleranceSeconds * 1000)) throw new BadSignature('The event was signed in the future')
  if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.type !== 'string')
    throw new BadSignature('What was signed is no event')
  return { id: event.id, type: event.type, refs: refsOf(event.data?.object) }
}

const verified = (raw: Buffer, header: string, secret: string, now: Date): Stripe.Event => {
  try {
    return Stripe.webhooks.constructEvent(raw, header, secret, toleranceSeconds, undefined, now.getTime())
  } catch (cause) {
    throw new BadSignature('The event was not signed by Stripe, or not lately', { cause })
  }
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
