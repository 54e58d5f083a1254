import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'
import { buildPaymentIntent } from '#simulators/stripe/payments/payment-intent.ts'
import { type BillingReason, buildInvoice, type InvoiceLine } from './invoice.ts'
import { markInvoicePaid } from './payment-outcome.ts'
import { getSubscriptionCustomer } from './subscription.ts'

/** Smaller amounts are not charged; they stay on the customer's balance. */
const minChargeCents = 50

const createIntent = (context: Context, account: Account, invoice: Stripe.Invoice, subscription: Stripe.Subscription) => {
  const intent = buildPaymentIntent(context, account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    metadata: {},
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    receipt_email: null,
    payment_method_types: ['card'],
    customer: String(invoice.customer),
    setup_future_usage: subscription.payment_settings?.save_default_payment_method === 'on_subscription' ? 'off_session' : null,
  })
  store(account, 'payment_intent', intent)
  account.billing.intents[invoice.id] = intent.id
  account.billing.onRequest[invoice.id] = { confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' } }
  context.emit(account, 'payment_intent.created', intent)
}

/** The customer's credit is applied first. Unlike Stripe's, a renewal's invoice is finalized immediately, not after about an hour. */
export const createInvoice = (
  context: Context,
  account: Account,
  subscription: Stripe.Subscription,
  lines: InvoiceLine[],
  reason: BillingReason,
): Stripe.Invoice => {
  const customer = getSubscriptionCustomer(account, subscription)
  const open = lines.reduce((sum, { cents }) => sum + cents, customer.balance)
  const due = open >= minChargeCents ? open : 0
  const endingBalance = due > 0 ? 0 : open
  const invoice = store(account, 'invoice', buildInvoice(context, account, { subscription, customer, lines, reason, due, endingBalance }))
  account.billing.onRequest[invoice.id] = { confirmation_secret: null }
  customer.balance = endingBalance
  customer.currency = 'usd'
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  subscription.latest_invoice = invoice.id
  context.emit(account, 'invoice.created', invoice)
  context.emit(account, 'invoice.finalized', invoice)
  if (due > 0) createIntent(context, account, invoice, subscription)
  else markInvoicePaid(context, account, invoice)
  context.changed()
  return invoice
}
