import type Stripe from 'stripe'
import type { WebhookHeaders } from '#server/domain/payments/provider.ts'
import { InvalidSignature } from '#server/domain/payments/provider-error.ts'
import { checkEvent } from '#server/providers/webhooks/receive.ts'
import { loadStripe } from './client.ts'

/** How old an event may be, and how far in the future its time. The SDK checks only the former. */
const toleranceSeconds = 300

/** `raw` is the body as it was received. `object` in the result is not verified. @throws InvalidSignature, InvalidEvent */
export const verifyWebhookSignature = (
  raw: Buffer,
  headers: WebhookHeaders,
  secret: string | null,
  now: Date,
): { id: string; type: string; object: unknown } => {
  const header = headers['stripe-signature']
  if (typeof header !== 'string' || !secret) throw new InvalidSignature('The event carries no signature of Stripe')
  const event = constructEvent(raw, header, secret, now)
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1])
  if (!(signedAt * 1000 - now.getTime() <= toleranceSeconds * 1000)) throw new InvalidSignature('The event was signed in the future')
  if (event?.object !== 'event') throw new InvalidSignature('What was signed is no event')
  return checkEvent({ id: event.id, type: event.type, object: event.data?.object as unknown })
}

const constructEvent = (raw: Buffer, header: string, secret: string, now: Date): Stripe.Event => {
  try {
    return loadStripe().webhooks.constructEvent(raw, header, secret, toleranceSeconds, undefined, now.getTime())
  } catch (cause) {
    throw new InvalidSignature('The event was not signed by Stripe, or not lately', { cause })
  }
}
