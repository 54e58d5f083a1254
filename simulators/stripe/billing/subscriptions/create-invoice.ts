import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, keep } from '#simulators/stripe/core/state.ts'
import { newPaymentIntent } from '#simulators/stripe/payments/payment-intent.ts'
import { type Line, newInvoice, type Reason } from './invoice.ts'
import { markPaid } from './payment-outcome.ts'
import { customerOf } from './subscription.ts'

/** Stripe charges nothing smaller; it waits on the customer's balance. */
const smallestCharge = 50

const intentFor = (world: World, account: Account, invoice: Stripe.Invoice, subscription: Stripe.Subscription) => {
  const intent = newPaymentIntent(world, account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    metadata: {},
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    receipt_email: null,
    payment_method_types: ['card'],
    customer: String(invoice.customer),
    setup_future_usage: subscription.payment_settings?.save_default_payment_method === 'on_subscription' ? 'off_session' : null,
  })
  keep(account, 'payment_intent', intent)
  account.billing.intents[invoice.id] = intent.id
  account.billing.onRequest[invoice.id] = { confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' } }
  world.emit(account, 'payment_intent.created', intent)
}

/**
 * A new invoice for a subscription, with its payment intent. What the customer has to his credit pays first; an invoice that asks for
 * nothing is paid at once. With Stripe renewals are a draft for about an hour; here they are final from the first moment.
 */
export const bill = (world: World, account: Account, subscription: Stripe.Subscription, lines: Line[], reason: Reason): Stripe.Invoice => {
  const customer = customerOf(account, subscription)
  const open = lines.reduce((sum, { cents }) => sum + cents, customer.balance)
  const due = open >= smallestCharge ? open : 0
  const endingBalance = due > 0 ? 0 : open
  const invoice = keep(account, 'invoice', newInvoice(world, account, { subscription, customer, lines, reason, due, endingBalance }))
  account.billing.onRequest[invoice.id] = { confirmation_secret: null }
  customer.balance = endingBalance
  customer.currency = 'usd'
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  subscription.latest_invoice = invoice.id
  world.emit(account, 'invoice.created', invoice)
  world.emit(account, 'invoice.finalized', invoice)
  if (due > 0) intentFor(world, account, invoice, subscription)
  else markPaid(world, account, invoice)
  world.changed()
  return invoice
}
