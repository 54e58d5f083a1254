import type Stripe from 'stripe'
import { toId } from '#server/providers/stripe/webhooks.ts'

/** The events that can change the state of a subscription. */
export const billingEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

/** The customer whom an event's object names, or who is that object. */
export const findCustomerId = (object: unknown): string | null => {
  if (typeof object !== 'object' || object === null) return null
  const { id, object: type, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  return toId(type === 'customer' ? id : customer)
}
