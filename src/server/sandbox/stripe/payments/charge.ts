import type Stripe from 'stripe'
import { newId } from '../core/ids.ts'
import type { CardOutcome } from './cards.ts'

/** What may be known of a card after it was used; the number and the CVC are never part of it. */
export type UsedCard = { brand: string; last4: string; expMonth: number; expYear: number; name: string; email: string | null }

const cardDetails = (card: UsedCard, outcome: CardOutcome): Stripe.Charge.PaymentMethodDetails => ({
  type: 'card',
  card: {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: outcome?.code === 'incorrect_cvc' ? 'fail' : 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  },
})

const outcomeObject = (outcome: CardOutcome): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: outcome ? 'declined_by_network' : 'approved_by_network',
  reason: outcome ? (outcome.declineCode ?? outcome.code) : null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: outcome ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: outcome ? 'issuer_declined' : 'authorized',
})

/** One try to charge a card for a payment intent: succeeded, or failed with the card's reason. Amounts are whole cents. */
export const newCharge = (intent: Stripe.PaymentIntent, card: UsedCard, outcome: CardOutcome, created: number): Stripe.Charge => ({
  id: newId('ch_'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: outcome ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
  calculated_statement_descriptor: 'SANDBOX',
  captured: !outcome,
  created,
  currency: intent.currency,
  customer: null,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: outcome?.code ?? null,
  failure_message: outcome?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: { ...intent.metadata },
  on_behalf_of: null,
  outcome: outcomeObject(outcome),
  paid: !outcome,
  payment_intent: intent.id,
  payment_method: newId('pm_'),
  payment_method_details: cardDetails(card, outcome),
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
  status: outcome ? 'failed' : 'succeeded',
  transfer_data: null,
  transfer_group: null,
})
