import type Stripe from 'stripe'
import { ApiError } from '../core/errors.ts'
import { type Account, find, keep } from '../core/state.ts'
import type { World } from '../core/world.ts'
import type { CardOutcome } from '../payments/cards.ts'
import type { UsedCard } from '../payments/charge.ts'
import { confirmWithCard, newPaymentIntent } from '../payments/payment-intent.ts'
import { customerDetails } from './session.ts'

const expire = (world: World, account: Account, session: Stripe.Checkout.Session) => {
  session.status = 'expired'
  session.url = null
  const intent = intentOf(account, session)
  if (intent) {
    intent.status = 'canceled'
    intent.canceled_at = world.now()
    intent.cancellation_reason = 'expired'
    world.emit(account, 'payment_intent.canceled', intent)
  }
  world.changed()
  world.emit(account, 'checkout.session.expired', session)
}

const intentOf = (account: Account, session: Stripe.Checkout.Session) =>
  typeof session.payment_intent === 'string' ? find(account, 'payment_intent', session.payment_intent) : undefined

/** The session as it stands now: one whose time is over becomes `expired` before anybody sees it. */
export const findSession = (world: World, account: Account, id: string): Stripe.Checkout.Session | undefined => {
  const session = find(account, 'checkout.session', id)
  if (session?.status === 'open' && session.expires_at <= world.now()) expire(world, account, session)
  return session
}

/** Expires what is overdue in all accounts, so that the events go out even if nobody asks. */
export const expireOverdue = (world: World) => {
  for (const account of Object.values(world.state.accounts))
    for (const id of Object.keys(account.objects['checkout.session'])) findSession(world, account, id)
}

/** Ends an open session at the business's wish; any other is refused as Stripe does. */
export const expireNow = (world: World, account: Account, session: Stripe.Checkout.Session) => {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
    throw new ApiError(400, message, {}, true)
  }
  expire(world, account, session)
  return session
}

/** Tries the card on an open session. Answers the card's refusal, or null when the session is paid and complete. */
export const pay = (
  world: World,
  account: Account,
  session: Stripe.Checkout.Session,
  card: UsedCard & { email: string },
  outcome: CardOutcome,
): CardOutcome => {
  let intent = intentOf(account, session)
  if (!intent) {
    const details = account.checkouts[session.id]?.paymentIntent ?? { metadata: {}, description: null, receipt_email: null }
    const created = newPaymentIntent(
      { ...structuredClone(details), amount: session.amount_total ?? 0, currency: session.currency ?? 'usd' },
      world.now(),
    )
    intent = keep(account, 'payment_intent', created)
    session.payment_intent = intent.id
    world.emit(account, 'payment_intent.created', intent)
  }
  confirmWithCard(world, account, intent, card, outcome)
  if (outcome) return outcome
  session.status = 'complete'
  session.payment_status = 'paid'
  session.url = null
  session.customer_details = customerDetails(card.email, card.name)
  world.changed()
  world.emit(account, 'checkout.session.completed', session)
  return null
}
