import type Stripe from 'stripe'
import type { Charge, ProviderStatus, Settlement } from '#server/domain/payments/provider.ts'
import { type Amount, normalizeDecimal } from '#shared/money.ts'
import { fromStripeAmount } from './amounts.ts'
import type { StripeClient } from './client.ts'
import { toCardRef, toDecline } from './saved-cards.ts'

const getIntent = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null =>
  typeof intent === 'object' ? intent : null

export const getCharge = (session: Stripe.Checkout.Session): Stripe.Charge | null => getIntentCharge(getIntent(session))

export const getIntentCharge = (intent: Stripe.PaymentIntent | null): Stripe.Charge | null =>
  intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null

/** `refunds` is null where they are unknown. */
type Returns = { disputes: readonly Stripe.Dispute[]; refunds: readonly Stripe.Refund[] | null }

export const toProviderStatus = (session: Stripe.Checkout.Session, returns: Returns): ProviderStatus => {
  const charge = getCharge(session)
  return {
    state: toState(session),
    attemptId: session.client_reference_id,
    paymentIntentId: getIntent(session)?.id ?? null,
    payee: null,
    charges: charge ? [toCharge(charge, returns)] : [],
    card: toCardRef(getIntent(session)),
  }
}

/** For a payment with a saved card. */
export const toIntentStatus = (intent: Stripe.PaymentIntent, returns: Returns): ProviderStatus => {
  const charge = getIntentCharge(intent)
  return {
    state: intent.status === 'succeeded' ? 'paid' : intent.status === 'processing' ? 'pending' : 'failed',
    attemptId: intent.metadata.attempt ?? null,
    paymentIntentId: intent.id,
    payee: null,
    charges: charge ? [toCharge(charge, returns)] : [],
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

/** Null while the fee is unknown, or in another currency, as that of a foreign bank account. */
const getFee = ({ balance_transaction: transaction, currency }: Stripe.Charge): Amount | null =>
  typeof transaction === 'object' && transaction !== null && transaction.currency === currency
    ? fromStripeAmount(transaction.fee, currency)
    : null

export const isConverted = ({ balance_transaction: transaction, currency }: Stripe.Charge): boolean =>
  typeof transaction === 'object' && transaction !== null && transaction.currency !== currency

/** Where Stripe credited another currency than the charge's. */
const getSettlement = (charge: Stripe.Charge, returns: Returns): Settlement | undefined => {
  const { balance_transaction: transaction, currency } = charge
  if (typeof transaction !== 'object' || transaction === null || transaction.currency === currency) return undefined
  const rate = transaction.exchange_rate === null ? null : toRate(transaction.exchange_rate)
  const convert = (amount: number) => fromStripeAmount(amount, transaction.currency)
  const returned = sumReturned(charge, returns, transaction.currency)
  return {
    ...{ currency: transaction.currency, fee: convert(transaction.fee), amount: convert(transaction.amount), rate },
    returned: returned === null ? null : convert(returned),
  }
}

const isUndone = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

type Moved = string | Stripe.BalanceTransaction | null | undefined

type DisputeState = NonNullable<Charge['dispute']>

export const listDisputes = async ({ sdk, call }: StripeClient, charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> =>
  charge?.disputed ? (await call(() => sdk.disputes.list({ charge: charge.id, limit: 20 }), 'list')).data : []

const toOutcome = ({ status }: Stripe.Dispute): DisputeState =>
  status === 'lost' ? 'lost' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'

/** Of several disputes an open one counts, then a lost one. */
const toDisputeState = (disputes: readonly Stripe.Dispute[]): DisputeState => {
  const states = disputes.map(toOutcome)
  return states.length === 0 || states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : 'won'
}

/** In Stripe's unit. Stripe doesn't count it as refunded. */
const sumLostDisputes = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.reduce((sum, dispute) => (toOutcome(dispute) === 'lost' ? sum + dispute.amount : sum), 0)

/**
 * What refunds and disputes took from the account, less what came back, in its currency and Stripe's unit; null while a part of it is
 * unknown. An open dispute does not count yet.
 */
const sumReturned = ({ amount_refunded: refunded }: Stripe.Charge, { disputes, refunds }: Returns, currency: string): number | null => {
  if (refunds === null) return null
  // A refund that was made after the charge was fetched is not in its sum.
  if (refunds.reduce((sum, refund) => (isUndone(refund) ? sum : sum + refund.amount), 0) !== refunded) return null
  const moved: Moved[] = refunds.flatMap((refund) => {
    const { balance_transaction: taken, failure_balance_transaction: back } = refund
    if (!isUndone(refund)) return [taken]
    // A refund that failed before it took anything has neither.
    return taken || back ? [taken, back] : []
  })
  for (const dispute of disputes) {
    const state = toDisputeState([dispute])
    const { balance_transactions: all } = dispute
    if (state === 'open') continue
    if (state === 'lost' && all.length === 0) return null
    // It was won, but what it took is not given back yet.
    if (state === 'won' && all.length > 0 && !all.some(({ amount }) => amount > 0)) return null
    moved.push(...all)
  }
  let returned = 0
  for (const transaction of moved) {
    if (typeof transaction !== 'object' || transaction?.currency !== currency) return null
    returned -= transaction.amount
  }
  return returned
}

/** Null where the decimals that rates have are too few. */
const toRate = (rate: number): string | null => {
  const text = normalizeDecimal(rate.toFixed(10), 0)
  return text === '0' ? null : text
}

const toCharge = (charge: Stripe.Charge, returns: Returns): Charge => ({
  ref: charge.id,
  amount: fromStripeAmount(charge.amount_captured, charge.currency),
  refunded: fromStripeAmount(Math.min(charge.amount_refunded + sumLostDisputes(returns.disputes), charge.amount_captured), charge.currency),
  currency: charge.currency,
  dispute: charge.disputed ? toDisputeState(returns.disputes) : null,
  succeeded: charge.status === 'succeeded' && charge.paid,
  fee: getFee(charge),
  settlement: getSettlement(charge, returns),
  at: new Date(charge.created * 1000),
})
