import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, find, keep, type UsedCard } from '#simulators/stripe/core/state.ts'
import type { CardBehaviour, Refusal } from './cards.ts'
import { newCharge, setOutcome } from './charge.ts'
import { openDispute } from './dispute.ts'
import { bankSource, cardSource } from './payment-source.ts'

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

const fail = (intent: Stripe.PaymentIntent, refusal: Refusal, error: { charge?: string; type: 'card_error' | 'invalid_request_error' }) => {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    ...error,
    code: refusal.code as Stripe.PaymentIntent.LastPaymentError.Code,
    ...(refusal.declineCode ? { decline_code: refusal.declineCode } : {}),
    doc_url: docUrl(refusal.code),
    message: refusal.message,
  }
}

const succeed = (intent: Stripe.PaymentIntent, charge: Stripe.Charge) => {
  intent.status = 'succeeded'
  intent.payment_method = charge.payment_method
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
}

/** Both events of an answer that is final. */
const announce = (world: World, account: Account, intent: Stripe.PaymentIntent, charge: Stripe.Charge) => {
  const succeeded = charge.status === 'succeeded'
  world.emit(account, succeeded ? 'charge.succeeded' : 'charge.failed', charge)
  world.emit(account, succeeded ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
}

type WithCard = { card: UsedCard; behaviour: CardBehaviour; confirmed?: boolean; paymentMethod?: string }

/** Charges the card: the intent becomes `succeeded`, or waits for another card and says why. Emits the charge's and the intent's events. */
export const chargeCard = (
  world: World,
  account: Account,
  intent: Stripe.PaymentIntent,
  { card, behaviour: { refusal, afterwards }, confirmed = false, paymentMethod }: WithCard,
): Stripe.Charge => {
  const source = cardSource(card, { confirmed, ...(refusal ? { refusal } : {}) })
  const status = refusal ? 'failed' : 'succeeded'
  const asked = { intent, source, status, ...(refusal ? { refusal } : {}), ...(paymentMethod ? { paymentMethod } : {}) } as const
  const charge = keep(account, 'charge', newCharge(world, account, asked))
  delete account.challenges[intent.id]
  intent.latest_charge = charge.id
  if (refusal) fail(intent, refusal, { charge: charge.id, type: 'card_error' })
  else succeed(intent, charge)
  if (afterwards === 'refund-fails') account.refundFates[charge.id] = 'fails'
  if (afterwards === 'refund-pends') account.refundFates[charge.id] = 'pends'
  world.changed()
  announce(world, account, intent, charge)
  return charge
}

/** What a card's owner does to him who was paid with it, as far as the card asks for it. To be called once everything else is done. */
export const afterPayment = (world: World, account: Account, charge: Stripe.Charge, { afterwards }: CardBehaviour) => {
  if (afterwards === 'dispute') openDispute(world, account, charge, { amount: charge.amount, reason: 'fraudulent' })
}

type Asking = { page: string | null; paymentMethod?: string }

/**
 * The bank wants the buyer to confirm: nothing is charged until `answerChallenge`. `page` is where he can do so; null: the browser's
 * script asks him.
 */
export const challenge = (
  world: World,
  account: Account,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
  { page, paymentMethod = world.newId('pm_') }: Asking,
) => {
  account.challenges[intent.id] = card
  intent.status = 'requires_action'
  intent.payment_method = paymentMethod
  intent.next_action =
    page === null
      ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
      : { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: page } }
  world.changed()
  world.emit(account, 'payment_intent.requires_action', intent)
}

const notAuthenticated: Refusal = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** The buyer's answer to his bank. Gives the charge, or the refusal when he failed; null when nothing was asked. */
export const answerChallenge = (
  world: World,
  account: Account,
  intent: Stripe.PaymentIntent,
  passed: boolean,
): { charge: Stripe.Charge } | { refusal: Refusal } | null => {
  const card = account.challenges[intent.id]
  if (!card) return null
  const method = typeof intent.payment_method === 'string' ? { paymentMethod: intent.payment_method } : {}
  if (passed) return { charge: chargeCard(world, account, intent, { card, behaviour: {}, confirmed: true, ...method }) }
  delete account.challenges[intent.id]
  fail(intent, notAuthenticated, { type: 'invalid_request_error' })
  world.changed()
  world.emit(account, 'payment_intent.payment_failed', intent)
  return { refusal: notAuthenticated }
}

/** A debit from a bank account: the intent is `processing` and the charge pending until the bank has answered. */
export const chargeBank = (world: World, account: Account, intent: Stripe.PaymentIntent, email: string): Stripe.Charge => {
  const charge = keep(account, 'charge', newCharge(world, account, { intent, source: bankSource(email), status: 'pending' }))
  delete account.challenges[intent.id]
  intent.latest_charge = charge.id
  intent.status = 'processing'
  intent.payment_method = charge.payment_method
  intent.next_action = null
  intent.last_payment_error = null
  world.changed()
  world.emit(account, 'charge.pending', charge)
  world.emit(account, 'payment_intent.processing', intent)
  return charge
}

const bankRefuses: Refusal = {
  code: 'insufficient_funds',
  message: "The customer's account has insufficient funds to cover this payment.",
}

/** The bank's answer to a debit. Gives false when none is under way. */
export const settleBank = (world: World, account: Account, intent: Stripe.PaymentIntent, outcome: 'succeeded' | 'failed'): boolean => {
  const charge = typeof intent.latest_charge === 'string' ? find(account, 'charge', intent.latest_charge) : undefined
  if (!charge || intent.status !== 'processing') return false
  account.due = account.due.filter(({ id }) => id !== intent.id)
  if (outcome === 'failed') {
    setOutcome(charge, 'failed', bankRefuses)
    fail(intent, bankRefuses, { charge: charge.id, type: 'card_error' })
  } else {
    setOutcome(charge, 'succeeded')
    succeed(intent, charge)
  }
  world.changed()
  announce(world, account, intent, charge)
  return true
}
