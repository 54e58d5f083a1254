import Stripe from 'stripe'
import { InvalidSignature } from '#server/domain/payments/provider-error.ts'

/** How old a delivery may be, and how far ahead its clock; the SDK looks at the former only. */
const toleranceSeconds = 300

/**
 * An event that Stripe signed with this secret; `object` is what it is about, as it came.
 * @throws BadSignature
 */
export const verifyWebhookSignature = (
  raw: Buffer,
  header: unknown,
  secret: string | null,
  now: Date,
): { id: string; type: string; object: unknown } => {
  if (typeof header !== 'string' || !secret) throw new InvalidSignature('The event carries no signature of Stripe')
  const event = verified(raw, header, secret, now)
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1])
  if (!(signedAt * 1000 - now.getTime() <= toleranceSeconds * 1000)) throw new InvalidSignature('The event was signed in the future')
  if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.type !== 'string')
    throw new InvalidSignature('What was signed is no event')
  return { id: event.id, type: event.type, object: event.data?.object }
}

const verified = (raw: Buffer, header: string, secret: string, now: Date): Stripe.Event => {
  try {
    return Stripe.webhooks.constructEvent(raw, header, secret, toleranceSeconds, undefined, now.getTime())
  } catch (cause) {
    throw new InvalidSignature('The event was not signed by Stripe, or not lately', { cause })
  }
}
