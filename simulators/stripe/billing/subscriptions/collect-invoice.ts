import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'
import { chargeCard } from '#simulators/stripe/payments/confirm.ts'
import { findInvoiceSubscription } from './invoice.ts'
import { applyPaymentAttempt } from './payment-outcome.ts'
import { getSubscriptionCustomer } from './subscription.ts'

export const findSavedPaymentMethod = (account: Account, subscription: Stripe.Subscription): string | null => {
  const method =
    subscription.default_payment_method ?? getSubscriptionCustomer(account, subscription).invoice_settings.default_payment_method
  return typeof method === 'string' ? method : null
}

/** Without a card the attempt fails. */
export const collectInvoice = (context: Context, account: Account, invoice: Stripe.Invoice) => {
  const subscription = findInvoiceSubscription(account, invoice)
  const intent = findObject(account, 'payment_intent', account.billing.intents[invoice.id] ?? '')
  if (!subscription || !intent || invoice.status !== 'open') return
  const method = findSavedPaymentMethod(account, subscription)
  const saved = method === null ? undefined : account.billing.cards[method]
  if (method !== null && saved) {
    const behavior = saved.later ? { decline: saved.later } : {}
    chargeCard(context, account, intent, { card: saved.card, behavior, paymentMethod: method })
  }
  applyPaymentAttempt(context, account, intent)
}
