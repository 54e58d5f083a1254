import type Stripe from 'stripe'
import type { Charge, ProviderStatus, Refund } from '#server/domain/payments/provider.ts'
import { type Cents, cents } from '#shared/money.ts'

/** Its charge, when the session was read with it. */
export const getCharge = (session: Stripe.Checkout.Session): Stripe.Charge | null => {
  const intent = intentOf(session)
  return intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null =>
  typeof intent === 'object' ? intent : null

/** What a checkout session says. `disputes`: those of its charge. */
export const toProviderStatus = (session: Stripe.Checkout.Session, disputes: readonly Stripe.Dispute[]): ProviderStatus => {
  const charge = getCharge(session)
  return {
    state: stateOf(session),
    attemptId: session.client_reference_id,
    paymentIntentId: intentOf(session)?.id ?? null,
    payee: null,
    charges: charge ? [asCharge(charge, disputes)] : [],
  }
}

/** Of a session that Stripe doesn't know (any more). */
export const unknownPayment: ProviderStatus = { state: 'expired', attemptId: null, paymentIntentId: null, payee: null, charges: [] }

const stateOf = (session: Stripe.Checkout.Session): ProviderStatus['state'] => {
  if (session.status === 'expired') return 'expired'
  if (session.status === 'open') return 'open'
  if (session.payment_status !== 'unpaid') return 'paid'
  // Complete and not paid: a bank takes its time, or has said no by now.
  const status = intentOf(session)?.status
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}

const asCharge = (charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Charge => ({
  ref: charge.id,
  amount: cents(charge.amount_captured),
  refunded: cents(Math.min(charge.amount_refunded + lostOf(disputes), charge.amount_captured)),
  currency: charge.currency,
  dispute: charge.disputed ? disputeOf(disputes) : null,
  succeeded: charge.status === 'succeeded' && charge.paid,
  at: new Date(charge.created * 1000),
})

/** A charge can be disputed more than once: what is still open counts first, then what was lost. */
const disputeOf = (disputes: readonly Stripe.Dispute[]): NonNullable<Charge['dispute']> => {
  const states = disputes.map(({ status }) => stateOfDispute(status))
  return states.length === 0 || states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : 'won'
}

const stateOfDispute = (status: Stripe.Dispute.Status): NonNullable<Charge['dispute']> =>
  status === 'lost' ? 'lost' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'

/** What banks took back for good; Stripe doesn't count it as refunded. */
const lostOf = (disputes: readonly Stripe.Dispute[]): Cents =>
  cents(disputes.reduce((sum, { status, amount }) => (stateOfDispute(status) === 'lost' ? sum + amount : sum), 0))

const refundWords: Record<string, string> = {
  expired_or_canceled_card: 'The card has expired or was canceled.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  insufficient_funds: 'Your Stripe balance is too low.',
  declined: 'The bank declined the refund.',
  charge_for_pending_refund_disputed: 'The customer disputed the payment meanwhile.',
  merchant_request: 'It was canceled at your request.',
}

/** What became of a refund. */
export const toRefund = ({ id, status, failure_reason: reason }: Stripe.Refund): Refund => {
  if (status === 'succeeded') return { ref: id, status, problem: null }
  if (status !== 'failed' && status !== 'canceled') return { ref: id, status: 'pending', problem: null }
  const problem = (reason && refundWords[reason]) ?? (status === 'canceled' ? 'The refund was canceled.' : 'The bank sent the money back.')
  return { ref: id, status: 'failed', problem }
}
