import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'
import { findInvoiceSubscription } from './invoice.ts'
import { changeSubscription } from './subscription.ts'

const voidInvoice = (context: Context, account: Account, invoice: Stripe.Invoice) => {
  if (invoice.status !== 'open') return
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = context.now()
  context.emit(account, 'invoice.voided', invoice)
  const intent = findObject(account, 'payment_intent', account.billing.intents[invoice.id] ?? '')
  if (intent && intent.status !== 'succeeded') {
    intent.status = 'canceled'
    intent.canceled_at = context.now()
    intent.cancellation_reason = 'void_invoice'
    intent.next_action = null
    delete account.challenges[intent.id]
    context.emit(account, 'payment_intent.canceled', intent)
  }
  context.changed()
}

const listOpenInvoices = (account: Account, subscription: Stripe.Subscription) =>
  Object.values(account.objects.invoice).filter(
    (invoice) => invoice.status === 'open' && findInvoiceSubscription(account, invoice) === subscription,
  )

/** Its first invoice was not paid in time. */
export const expireSubscription = (context: Context, account: Account, subscription: Stripe.Subscription) => {
  for (const invoice of listOpenInvoices(account, subscription)) voidInvoice(context, account, invoice)
  changeSubscription(context, account, subscription, { status: 'incomplete_expired', canceled_at: context.now(), ended_at: context.now() })
}

/** Unpaid invoices stay open and are not collected any more. */
export const endSubscription = (
  context: Context,
  account: Account,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) => {
  for (const invoice of listOpenInvoices(account, subscription)) {
    if (subscription.status === 'incomplete') voidInvoice(context, account, invoice)
    invoice.next_payment_attempt = null
    invoice.auto_advance = false
  }
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= context.now()
  subscription.ended_at = context.now()
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  context.changed()
  context.emit(account, 'customer.subscription.deleted', subscription)
}
