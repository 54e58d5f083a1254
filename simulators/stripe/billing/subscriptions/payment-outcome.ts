import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'
import { endSubscription } from './end.ts'
import { findInvoiceSubscription } from './invoice.ts'
import { changeSubscription, hasEnded } from './subscription.ts'

const day = 24 * 3600
/** Before the card is charged again. After the last attempt the subscription ends, as by Stripe's default. */
const retryDelays = [3 * day, 5 * day, 7 * day]

export const markInvoicePaid = (context: Context, account: Account, invoice: Stripe.Invoice) => {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = context.now()
  context.changed()
  context.emit(account, 'invoice.paid', invoice)
  context.emit(account, 'invoice.payment_succeeded', invoice)
  const subscription = findInvoiceSubscription(account, invoice)
  if (subscription && !hasEnded(subscription)) changeSubscription(context, account, subscription, { status: 'active' })
}

const applyFailure = (context: Context, account: Account, invoice: Stripe.Invoice) => {
  const subscription = findInvoiceSubscription(account, invoice)
  invoice.attempted = true
  // A failed first payment is not retried: the customer is on the page and tries again.
  const isRenewal = subscription !== undefined && subscription.status !== 'incomplete' && !hasEnded(subscription)
  const delay = isRenewal ? retryDelays[invoice.attempt_count - 1] : undefined
  invoice.next_payment_attempt = delay === undefined ? null : context.now() + delay
  context.changed()
  context.emit(account, 'invoice.payment_failed', invoice)
  if (!isRenewal) return
  if (delay === undefined) endSubscription(context, account, subscription, 'payment_failed')
  else changeSubscription(context, account, subscription, { status: 'past_due' })
}

/** Does nothing for intents of no invoice. */
export const applyPaymentAttempt = (context: Context, account: Account, intent: Stripe.PaymentIntent) => {
  const id = Object.entries(account.billing.intents).find(([, paidBy]) => paidBy === intent.id)?.[0]
  const invoice = id === undefined ? undefined : findObject(account, 'invoice', id)
  if (invoice?.status !== 'open') return
  if (intent.status === 'requires_action') return context.emit(account, 'invoice.payment_action_required', invoice)
  invoice.attempt_count += 1
  if (intent.status === 'succeeded') markInvoicePaid(context, account, invoice)
  else applyFailure(context, account, invoice)
}
