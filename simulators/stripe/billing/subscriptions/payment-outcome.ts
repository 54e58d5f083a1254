import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'
import { end } from './end.ts'
import { subscriptionOf } from './invoice.ts'
import { change, isOver } from './subscription.ts'

const day = 24 * 3600
/** Waits before the card is tried again; after the last try the subscription ends, as Stripe does unless it is told otherwise. */
const retryAfter = [3 * day, 5 * day, 7 * day]

/** The money of an invoice came, or nothing was due: its subscription is active. */
export const markPaid = (world: World, account: Account, invoice: Stripe.Invoice) => {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = world.now()
  world.changed()
  world.emit(account, 'invoice.paid', invoice)
  world.emit(account, 'invoice.payment_succeeded', invoice)
  const subscription = subscriptionOf(account, invoice)
  if (subscription && !isOver(subscription)) change(world, account, subscription, { status: 'active' })
}

const failed = (world: World, account: Account, invoice: Stripe.Invoice) => {
  const subscription = subscriptionOf(account, invoice)
  invoice.attempted = true
  // Nobody waits for a first payment but the one who makes it.
  const isRenewal = subscription !== undefined && subscription.status !== 'incomplete' && !isOver(subscription)
  const wait = isRenewal ? retryAfter[invoice.attempt_count - 1] : undefined
  invoice.next_payment_attempt = wait === undefined ? null : world.now() + wait
  world.changed()
  world.emit(account, 'invoice.payment_failed', invoice)
  if (!isRenewal) return
  if (wait === undefined) end(world, account, subscription, 'payment_failed')
  else change(world, account, subscription, { status: 'past_due' })
}

/** What follows for invoice and subscription when somebody, or the clock, has tried to pay this intent. Does nothing for any other. */
export const afterTry = (world: World, account: Account, intent: Stripe.PaymentIntent) => {
  const id = Object.entries(account.billing.intents).find(([, paidBy]) => paidBy === intent.id)?.[0]
  const invoice = id === undefined ? undefined : find(account, 'invoice', id)
  if (invoice?.status !== 'open') return
  if (intent.status === 'requires_action') return world.emit(account, 'invoice.payment_action_required', invoice)
  invoice.attempt_count += 1
  if (intent.status === 'succeeded') markPaid(world, account, invoice)
  else failed(world, account, invoice)
}
