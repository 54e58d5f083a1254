import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { getDocUrl } from '#simulators/stripe/core/errors.ts'
import { type Account, type CardDetails, findObject, store } from '#simulators/stripe/core/state.ts'
import { recordCharge } from './balance-transaction.ts'
import type { CardBehavior, Decline } from './cards.ts'
import { buildCharge, setOutcome } from './charge.ts'
import { openDispute } from './dispute.ts'
import { buildBankSource, buildCardSource } from './payment-source.ts'

const failIntent = (
  intent: Stripe.PaymentIntent,
  decline: Decline,
  error: { charge?: string; type: 'card_error' | 'invalid_request_error' },
) => {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    ...error,
    code: decline.code as Stripe.PaymentIntent.LastPaymentError.Code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    doc_url: getDocUrl(decline.code),
    message: decline.message,
  }
}

const completeIntent = (intent: Stripe.PaymentIntent, charge: Stripe.Charge) => {
  intent.status = 'succeeded'
  intent.payment_method = charge.payment_method
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
}

const emitOutcome = (context: Context, account: Account, intent: Stripe.PaymentIntent, charge: Stripe.Charge) => {
  const succeeded = charge.status === 'succeeded'
  context.emit(account, succeeded ? 'charge.succeeded' : 'charge.failed', charge)
  context.emit(account, succeeded ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
}

type CardCharge = { card: CardDetails; behavior: CardBehavior; confirmed?: boolean; paymentMethod?: string }

/** A declined card leaves the intent waiting for another payment method. */
export const chargeCard = (
  context: Context,
  account: Account,
  intent: Stripe.PaymentIntent,
  { card, behavior: { decline, afterPayment }, confirmed = false, paymentMethod }: CardCharge,
): Stripe.Charge => {
  const source = buildCardSource(card, { confirmed, ...(decline ? { decline } : {}) })
  const status = decline ? 'failed' : 'succeeded'
  const attempt = { intent, source, status, ...(decline ? { decline } : {}), ...(paymentMethod ? { paymentMethod } : {}) } as const
  const charge = store(account, 'charge', buildCharge(context, account, attempt))
  delete account.challenges[intent.id]
  intent.latest_charge = charge.id
  if (decline) failIntent(intent, decline, { charge: charge.id, type: 'card_error' })
  else {
    completeIntent(intent, charge)
    recordCharge(context, account, charge)
  }
  if (afterPayment === 'refund-fails') account.refundFates[charge.id] = 'fails'
  if (afterPayment === 'refund-pends') account.refundFates[charge.id] = 'pends'
  context.changed()
  emitOutcome(context, account, intent, charge)
  return charge
}

/** Opens the dispute that a test card causes. To be called after everything else of the payment. */
export const applyAfterPayment = (context: Context, account: Account, charge: Stripe.Charge, { afterPayment }: CardBehavior) => {
  if (afterPayment === 'dispute') openDispute(context, account, charge, { amount: charge.amount, reason: 'fraudulent' })
}

type Challenge = { page: string | null; paymentMethod?: string }

/** Nothing is charged before `answerChallenge` (3-D Secure). @param page where the buyer can confirm; null when Stripe.js asks */
export const requestChallenge = (
  context: Context,
  account: Account,
  intent: Stripe.PaymentIntent,
  card: CardDetails,
  { page, paymentMethod = context.newId('pm_') }: Challenge,
) => {
  account.challenges[intent.id] = card
  intent.status = 'requires_action'
  intent.payment_method = paymentMethod
  intent.next_action =
    page === null
      ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
      : { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: page } }
  context.changed()
  context.emit(account, 'payment_intent.requires_action', intent)
}

const notAuthenticated: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** @returns the charge, the decline of a failed answer, or null if no challenge is open */
export const answerChallenge = (
  context: Context,
  account: Account,
  intent: Stripe.PaymentIntent,
  passed: boolean,
): { charge: Stripe.Charge } | { decline: Decline } | null => {
  const card = account.challenges[intent.id]
  if (!card) return null
  const method = typeof intent.payment_method === 'string' ? { paymentMethod: intent.payment_method } : {}
  if (passed) return { charge: chargeCard(context, account, intent, { card, behavior: {}, confirmed: true, ...method }) }
  delete account.challenges[intent.id]
  failIntent(intent, notAuthenticated, { type: 'invalid_request_error' })
  context.changed()
  context.emit(account, 'payment_intent.payment_failed', intent)
  return { decline: notAuthenticated }
}

/** Until the bank answers, the intent is `processing` and the charge pending. */
export const startBankDebit = (context: Context, account: Account, intent: Stripe.PaymentIntent, email: string): Stripe.Charge => {
  const charge = store(account, 'charge', buildCharge(context, account, { intent, source: buildBankSource(email), status: 'pending' }))
  delete account.challenges[intent.id]
  intent.latest_charge = charge.id
  intent.status = 'processing'
  intent.payment_method = charge.payment_method
  intent.next_action = null
  intent.last_payment_error = null
  context.changed()
  context.emit(account, 'charge.pending', charge)
  context.emit(account, 'payment_intent.processing', intent)
  return charge
}

const debitDeclined: Decline = {
  code: 'insufficient_funds',
  message: "The customer's account has insufficient funds to cover this payment.",
}

/** @returns whether a debit was processing */
export const settleBankDebit = (
  context: Context,
  account: Account,
  intent: Stripe.PaymentIntent,
  outcome: 'succeeded' | 'failed',
): boolean => {
  const charge = typeof intent.latest_charge === 'string' ? findObject(account, 'charge', intent.latest_charge) : undefined
  if (!charge || intent.status !== 'processing') return false
  account.due = account.due.filter(({ id }) => id !== intent.id)
  if (outcome === 'failed') {
    setOutcome(charge, 'failed', debitDeclined)
    failIntent(intent, debitDeclined, { charge: charge.id, type: 'card_error' })
  } else {
    setOutcome(charge, 'succeeded')
    completeIntent(intent, charge)
    recordCharge(context, account, charge)
  }
  context.changed()
  emitOutcome(context, account, intent, charge)
  return true
}
