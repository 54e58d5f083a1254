import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, keep, type UsedCard } from '#simulators/stripe/core/state.ts'
import type { CardBehaviour, Refusal } from '#simulators/stripe/payments/cards.ts'
import * as confirm from '#simulators/stripe/payments/confirm.ts'
import { newPaymentIntent } from '#simulators/stripe/payments/payment-intent.ts'
import { laterSeconds } from '#simulators/stripe/payments/refund-status.ts'
import { intentOf } from './lifecycle.ts'
import { customerDetails, pageOf } from './session.ts'

type Session = Stripe.Checkout.Session
export type Buyer = { email: string; name: string | null }
/** What the page shows next: the success page, the bank's question, or the form with the reason. */
export type Step = { kind: 'complete' } | { kind: 'challenged' } | { kind: 'refused'; refusal: Refusal }

const intentFor = (world: World, account: Account, session: Session): Stripe.PaymentIntent => {
  const known = intentOf(account, session)
  if (known) return known
  const details = account.checkouts[session.id]?.paymentIntent ?? { metadata: {}, description: null, receipt_email: null }
  const intent = newPaymentIntent(world, account, {
    ...structuredClone(details),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    payment_method_types: session.payment_method_types,
  })
  keep(account, 'payment_intent', intent)
  session.payment_intent = intent.id
  world.emit(account, 'payment_intent.created', intent)
  return intent
}

const complete = (world: World, account: Account, session: Session, buyer: Buyer, status: 'paid' | 'unpaid') => {
  session.status = 'complete'
  session.payment_status = status
  session.url = null
  session.customer_details = customerDetails(buyer.email, buyer.name)
  world.changed()
  world.emit(account, 'checkout.session.completed', session)
}

/** Tries the card on an open session, which it completes unless the card is refused or its bank asks the buyer first. */
export const payByCard = (
  world: World,
  account: Account,
  session: Session,
  card: UsedCard & { email: string },
  behaviour: CardBehaviour,
): Step => {
  const intent = intentFor(world, account, session)
  if (behaviour.challenge) {
    confirm.challenge(world, account, intent, card, { page: pageOf(world, session.id) })
    return { kind: 'challenged' }
  }
  const charge = confirm.chargeCard(world, account, intent, { card, behaviour })
  if (behaviour.refusal) return { kind: 'refused', refusal: behaviour.refusal }
  complete(world, account, session, card, 'paid')
  confirm.afterPayment(world, account, charge, behaviour)
  return { kind: 'complete' }
}

/** The buyer's answer to his bank; null when it had asked nothing. */
export const answerBank = (world: World, account: Account, session: Session, passed: boolean): Step | null => {
  const intent = intentOf(account, session)
  const answer = intent ? confirm.answerChallenge(world, account, intent, passed) : null
  if (!answer) return null
  if ('refusal' in answer) return { kind: 'refused', refusal: answer.refusal }
  const { email, name } = answer.charge.billing_details
  complete(world, account, session, { email: email ?? '', name }, 'paid')
  return { kind: 'complete' }
}

/** Whether the buyer's bank waits for his answer. */
export const isChallenged = (account: Account, session: Session) => intentOf(account, session)?.status === 'requires_action'

/** What the bank will say to a debit a minute later; 'waits': only the test plane can tell. */
export type BankAnswer = 'succeeded' | 'failed' | 'waits'

/** Completes an open session by a debit that the bank confirms later: until then it is complete, and unpaid. */
export const payByBank = (world: World, account: Account, session: Session, email: string, later: BankAnswer) => {
  const intent = intentFor(world, account, session)
  confirm.chargeBank(world, account, intent, email)
  if (later !== 'waits') account.due.push({ at: world.now() + laterSeconds, what: 'bank', id: intent.id, outcome: later })
  complete(world, account, session, { email, name: null }, 'unpaid')
}

/** The bank's answer to a session's debit. Gives false when none is under way. */
export const settleDebit = (world: World, account: Account, intent: Stripe.PaymentIntent, outcome: 'succeeded' | 'failed'): boolean => {
  if (!confirm.settleBank(world, account, intent, outcome)) return false
  const session = Object.values(account.objects['checkout.session']).find(({ payment_intent }) => payment_intent === intent.id)
  if (session) {
    if (outcome === 'succeeded') session.payment_status = 'paid'
    world.emit(account, `checkout.session.async_payment_${outcome}`, session)
  }
  return true
}
