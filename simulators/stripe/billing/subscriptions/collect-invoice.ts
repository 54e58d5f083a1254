import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'
import { chargeCard } from '#simulators/stripe/payments/confirm.ts'
import { subscriptionOf } from './invoice.ts'
import { afterTry } from './payment-outcome.ts'
import { customerOf } from './subscription.ts'

/** The card that pays without its owner: the subscription's, or else the customer's. */
export const savedMethod = (account: Account, subscription: Stripe.Subscription): string | null => {
  const method = subscription.default_payment_method ?? customerOf(account, subscription).invoice_settings.default_payment_method
  return typeof method === 'string' ? method : null
}

/** Charges an open invoice to the saved card; without one the try fails. */
export const collect = (world: World, account: Account, invoice: Stripe.Invoice) => {
  const subscription = subscriptionOf(account, invoice)
  const intent = find(account, 'payment_intent', account.billing.intents[invoice.id] ?? '')
  if (!subscription || !intent || invoice.status !== 'open') return
  const method = savedMethod(account, subscription)
  const saved = method === null ? undefined : account.billing.cards[method]
  if (method !== null && saved) {
    const behaviour = saved.later ? { refusal: saved.later } : {}
    chargeCard(world, account, intent, { card: saved.card, behaviour, paymentMethod: method })
  }
  afterTry(world, account, intent)
}
