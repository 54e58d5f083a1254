import type Stripe from 'stripe'
import type { Charge, ProviderStatus, Settlement } from '#server/domain/payments/provider.ts'
import { type Amount, normalizeDecimal } from '#shared/money.ts'
import { fromStripeAmount } from './amounts.ts'
import { sumLostDisputes, toDisputeState } from './disputes.ts'
import { toCardRef, toDecline } from './saved-cards.ts'

const getIntent = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null =>
  typeof intent === 'object' ? intent : null

/** The charge of a session that was retrieved with its payment intent and charge. */
export const getCharge = (session: Stripe.Checkout.Session): Stripe.Charge | null => getIntentCharge(getIntent(session))

/** The charge of an intent that was retrieved with it. */
export const getIntentCharge = (intent: Stripe.PaymentIntent | null): Stripe.Charge | null =>
  intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null

/** @param disputes those of the session's charge */
export const toProviderStatus = (session: Stripe.Checkout.Session, disputes: readonly Stripe.Dispute[]): ProviderStatus => {
  const charge = getCharge(session)
  return {
    state: toState(session),
    attemptId: session.client_reference_id,
    paymentIntentId: getIntent(session)?.id ?? null,
    payee: null,
    charges: charge ? [toCharge(charge, disputes)] : [],
    card: toCardRef(getIntent(session)),
  }
}

/** The status of a payment with a saved card. @param disputes those of its charge */
export const toIntentStatus = (intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): ProviderStatus => {
  const charge = getIntentCharge(intent)
  return {
    state: intent.status === 'succeeded' ? 'paid' : intent.status === 'processing' ? 'pending' : 'failed',
    attemptId: intent.metadata.attempt ?? null,
    paymentIntentId: intent.id,
    payee: null,
    charges: charge ? [toCharge(charge, disputes)] : [],
    card: toCardRef(intent),
    decline: toDecline(intent),
  }
}

const toState = (session: Stripe.Checkout.Session): ProviderStatus['state'] => {
  if (session.status === 'expired') return 'expired'
  if (session.status === 'open') return 'open'
  if (session.payment_status !== 'unpaid') return 'paid'
  // A completed session that is unpaid: a bank debit that is being confirmed, or was declined.
  const status = getIntent(session)?.status
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}

/** What Stripe kept of a charge; null while it is unknown, or in another currency, as that of a foreign bank account. */
const getFee = ({ balance_transaction: transaction, currency }: Stripe.Charge): Amount | null =>
  typeof transaction === 'object' && transaction !== null && transaction.currency === currency
    ? fromStripeAmount(transaction.fee, currency)
    : null

/** What Stripe credited in the currency of the account, where that is another one than the charge's. */
const getSettlement = ({ balance_transaction: transaction, currency }: Stripe.Charge): Settlement | undefined => {
  if (typeof transaction !== 'object' || transaction === null || transaction.currency === currency) return undefined
  const rate = transaction.exchange_rate === null ? null : toRate(transaction.exchange_rate)
  const convert = (amount: number) => fromStripeAmount(amount, transaction.currency)
  return { currency: transaction.currency, fee: convert(transaction.fee), amount: convert(transaction.amount), rate }
}

/** A rate with the decimals that rates have; null where they are too few. */
const toRate = (rate: number): string | null => {
  const text = normalizeDecimal(rate.toFixed(10), 0)
  return text === '0' ? null : text
}

const toCharge = (charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Charge => ({
  ref: charge.id,
  amount: fromStripeAmount(charge.amount_captured, charge.currency),
  refunded: fromStripeAmount(Math.min(charge.amount_refunded + sumLostDisputes(disputes), charge.amount_captured), charge.currency),
  currency: charge.currency,
  dispute: charge.disputed ? toDisputeState(disputes) : null,
  succeeded: charge.status === 'succeeded' && charge.paid,
  fee: getFee(charge),
  settlement: getSettlement(charge),
  at: new Date(charge.created * 1000),
})
