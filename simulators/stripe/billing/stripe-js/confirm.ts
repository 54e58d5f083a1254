import type Stripe from 'stripe'
import { attachIfSaved, dropCard, rememberCard } from '#simulators/stripe/billing/customers/payment-method.ts'
import { findInvoiceSubscription } from '#simulators/stripe/billing/subscriptions/invoice.ts'
import { applyPaymentAttempt } from '#simulators/stripe/billing/subscriptions/payment-outcome.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account, CardDetails } from '#simulators/stripe/core/state.ts'
import { type Decline, getCardBehavior } from '#simulators/stripe/payments/cards.ts'
import { answerChallenge, applyAfterPayment, chargeCard, requestChallenge } from '#simulators/stripe/payments/confirm.ts'

type Intent = Stripe.PaymentIntent

const findSubscription = (account: Account, intent: Intent) => {
  const id = Object.entries(account.billing.intents).find(([, paidBy]) => paidBy === intent.id)?.[0]
  const invoice = id === undefined ? undefined : account.objects.invoice[id]
  return invoice && findInvoiceSubscription(account, invoice)
}

const saveCard = (context: Context, account: Account, intent: Intent) => {
  const method = attachIfSaved(context, account, intent)
  const subscription = method && findSubscription(account, intent)
  if (subscription) subscription.default_payment_method = method.id
}

/** @returns the decline, or null */
export const confirmWithCard = (context: Context, account: Account, intent: Intent, card: CardDetails, number: string): Decline | null => {
  const behavior = getCardBehavior(number)
  const paymentMethod = rememberCard(context, account, intent, card, behavior)
  if (behavior.challenge) {
    requestChallenge(context, account, intent, card, { page: null, paymentMethod })
    applyPaymentAttempt(context, account, intent)
    return null
  }
  const charge = chargeCard(context, account, intent, { card, behavior, paymentMethod })
  if (behavior.decline) dropCard(account, paymentMethod)
  else saveCard(context, account, intent)
  applyPaymentAttempt(context, account, intent)
  applyAfterPayment(context, account, charge, behavior)
  return behavior.decline ?? null
}

/** @returns the decline or null; undefined if no challenge is open */
export const completeChallenge = (context: Context, account: Account, intent: Intent, passed: boolean): Decline | null | undefined => {
  const method = String(intent.payment_method)
  const answer = answerChallenge(context, account, intent, passed)
  if (!answer) return undefined
  if (passed) saveCard(context, account, intent)
  else dropCard(account, method)
  applyPaymentAttempt(context, account, intent)
  return 'decline' in answer ? answer.decline : null
}
