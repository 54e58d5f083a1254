import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import type { Refusal } from './cards.ts'
import type { Source } from './payment-source.ts'

const outcomeObject = (refusal?: Refusal): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: refusal ? 'declined_by_network' : 'approved_by_network',
  reason: refusal ? (refusal.declineCode ?? refusal.code) : null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: refusal ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: refusal ? 'issuer_declined' : 'authorized',
})

/** Brings a charge into the state that the bank's answer puts it in: it took the money, refused, or says so later. */
export const setOutcome = (charge: Stripe.Charge, status: 'succeeded' | 'pending' | 'failed', refusal?: Refusal) => {
  charge.status = status
  charge.paid = status === 'succeeded'
  // A pending debit is captured, though no money has come: whoever looks only here is to notice it in his tests.
  charge.captured = status !== 'failed'
  charge.amount_captured = status === 'failed' ? 0 : charge.amount
  charge.failure_code = refusal?.code ?? null
  charge.failure_message = refusal?.message ?? null
  charge.outcome = outcomeObject(refusal)
}

type Try = {
  intent: Stripe.PaymentIntent
  source: Source
  status: 'succeeded' | 'pending' | 'failed'
  refusal?: Refusal
  /** The id under which the card is kept, or will be. */
  paymentMethod?: string
}

/** One try to get a payment intent's money. Amounts are whole cents. */
export const newCharge = (world: World, account: Account, { intent, source, status, refusal, paymentMethod }: Try): Stripe.Charge => {
  const charge: Stripe.Charge = {
    id: world.newId('ch_'),
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
    created: world.now(),
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
    payment_method: paymentMethod ?? world.newId('pm_'),
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
  setOutcome(charge, status, refusal)
  return charge
}
