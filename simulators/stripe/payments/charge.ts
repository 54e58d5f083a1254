import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import type { Decline } from './cards.ts'
import type { PaymentSource } from './payment-source.ts'

const buildOutcome = (decline?: Decline): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline ? (decline.declineCode ?? decline.code) : null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

export const setOutcome = (charge: Stripe.Charge, status: 'succeeded' | 'pending' | 'failed', decline?: Decline) => {
  charge.status = status
  charge.paid = status === 'succeeded'
  // As with Stripe, a pending debit is captured before the money has arrived.
  charge.captured = status !== 'failed'
  charge.amount_captured = status === 'failed' ? 0 : charge.amount
  charge.failure_code = decline?.code ?? null
  charge.failure_message = decline?.message ?? null
  charge.outcome = buildOutcome(decline)
}

type Attempt = {
  intent: Stripe.PaymentIntent
  source: PaymentSource
  status: 'succeeded' | 'pending' | 'failed'
  decline?: Decline
  /** A new payment method by default. */
  paymentMethod?: string
}

export const buildCharge = (
  context: Context,
  account: Account,
  { intent, source, status, decline, paymentMethod }: Attempt,
): Stripe.Charge => {
  const charge: Stripe.Charge = {
    id: context.newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: source.email, name: source.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: false,
    created: context.now(),
    currency: intent.currency,
    customer: typeof intent.customer === 'string' ? intent.customer : null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: account.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: paymentMethod ?? context.newId('pm_'),
    payment_method_details: source.details,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
  setOutcome(charge, status, decline)
  return charge
}
