import type Stripe from 'stripe'
import { toId } from '#server/providers/stripe/webhooks.ts'

export const billingEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

export const findCustomerId = (object: unknown): string | null => {
  if (typeof object !== 'object' || object === null) return null
  const { id, object: type, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  return toId(type === 'customer' ? id : customer)
}
