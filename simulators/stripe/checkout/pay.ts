import type Stripe from 'stripe'
import { createCustomer } from '#simulators/stripe/billing/customers/customer.ts'
import { attachIfSaved, dropCard, rememberCard } from '#simulators/stripe/billing/customers/payment-method.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, type CardDetails, store } from '#simulators/stripe/core/state.ts'
import type { CardBehavior, Decline } from '#simulators/stripe/payments/cards.ts'
import * as confirm from '#simulators/stripe/payments/confirm.ts'
import { buildPaymentIntent } from '#simulators/stripe/payments/payment-intent.ts'
import { settlementDelaySeconds } from '#simulators/stripe/payments/refund-status.ts'
import { findPaymentIntent } from './lifecycle.ts'
import { getCheckoutUrl, toCustomerDetails } from './session.ts'

type Session = Stripe.Checkout.Session
type Buyer = { email: string; name: string | null }
export type PaymentStep = { kind: 'complete' } | { kind: 'challenged' } | { kind: 'declined'; decline: Decline }

/** Created with the first attempt to pay. */
const ensureIntent = (context: Context, account: Account, session: Session): Stripe.PaymentIntent => {
  const known = findPaymentIntent(account, session)
  if (known) return known
  const details = account.checkouts[session.id]?.paymentIntent ?? { metadata: {}, description: null, receipt_email: null }
  const customer =
    session.customer_creation === 'always'
      ? createCustomer(context, account, { email: session.customer_email ?? undefined, metadata: {} })
      : null
  const intent = buildPaymentIntent(context, account, {
    ...structuredClone(details),
    ...(customer && { customer: customer.id }),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    payment_method_types: session.payment_method_types,
  })
  store(account, 'payment_intent', intent)
  session.payment_intent = intent.id
  context.emit(account, 'payment_intent.created', intent)
  return intent
}

const complete = (context: Context, account: Account, session: Session, buyer: Buyer, status: 'paid' | 'unpaid') => {
  session.status = 'complete'
  session.payment_status = status
  session.url = null
  session.customer_details = toCustomerDetails(buyer.email, buyer.name)
  session.customer = findPaymentIntent(account, session)?.customer ?? null
  context.changed()
  context.emit(account, 'checkout.session.completed', session)
}

export const payByCard = (
  context: Context,
  account: Account,
  session: Session,
  card: CardDetails & { email: string },
  behavior: CardBehavior,
): PaymentStep => {
  const intent = ensureIntent(context, account, session)
  const paymentMethod = rememberCard(context, account, intent, card, behavior)
  if (behavior.challenge) {
    confirm.requestChallenge(context, account, intent, card, { page: getCheckoutUrl(context, session.id), paymentMethod })
    return { kind: 'challenged' }
  }
  const charge = confirm.chargeCard(context, account, intent, { card, behavior, paymentMethod })
  if (behavior.decline) {
    dropCard(account, paymentMethod)
    return { kind: 'declined', decline: behavior.decline }
  }
  attachIfSaved(context, account, intent)
  complete(context, account, session, card, 'paid')
  confirm.applyAfterPayment(context, account, charge, behavior)
  return { kind: 'complete' }
}

/** Null if no challenge is open. */
export const answerCheckoutChallenge = (context: Context, account: Account, session: Session, passed: boolean): PaymentStep | null => {
  const intent = findPaymentIntent(account, session)
  const method = String(intent?.payment_method)
  const answer = intent ? confirm.answerChallenge(context, account, intent, passed) : null
  if (!intent || !answer) return null
  if ('decline' in answer) {
    dropCard(account, method)
    return { kind: 'declined', decline: answer.decline }
  }
  attachIfSaved(context, account, intent)
  const { email, name } = answer.charge.billing_details
  complete(context, account, session, { email: email ?? '', name }, 'paid')
  return { kind: 'complete' }
}

export const isChallenged = (account: Account, session: Session) => findPaymentIntent(account, session)?.status === 'requires_action'

/** The bank answers a debit after a minute. With 'waits' only the control API settles it. */
export type DebitOutcome = 'succeeded' | 'failed' | 'waits'

/** The session stays unpaid until the bank has confirmed the debit. */
export const payByBankDebit = (context: Context, account: Account, session: Session, email: string, outcome: DebitOutcome) => {
  const intent = ensureIntent(context, account, session)
  confirm.startBankDebit(context, account, intent, email)
  if (outcome !== 'waits') account.due.push({ at: context.now() + settlementDelaySeconds, what: 'bank', id: intent.id, outcome })
  complete(context, account, session, { email, name: null }, 'unpaid')
}

/** @returns whether a debit was processing */
export const settleDebit = (context: Context, account: Account, intent: Stripe.PaymentIntent, outcome: 'succeeded' | 'failed'): boolean => {
  if (!confirm.settleBankDebit(context, account, intent, outcome)) return false
  const session = Object.values(account.objects['checkout.session']).find(({ payment_intent }) => payment_intent === intent.id)
  if (session) {
    if (outcome === 'succeeded') session.payment_status = 'paid'
    context.emit(account, `checkout.session.async_payment_${outcome}`, session)
  }
  return true
}
