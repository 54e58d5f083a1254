import type Stripe from 'stripe'
import type { CardDetails } from '#simulators/stripe/core/state.ts'
import type { Decline } from './cards.ts'

export type PaymentSource = { name: string | null; email: string | null; details: Stripe.Charge.PaymentMethodDetails }

const authenticated: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

/** `confirmed`: the buyer has confirmed the payment to the bank (3-D Secure). */
export const buildCardSource = (
  card: CardDetails,
  { decline, confirmed = false }: { decline?: Decline; confirmed?: boolean },
): PaymentSource => ({
  name: card.name,
  email: card.email,
  details: {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
      },
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
      three_d_secure: confirmed ? authenticated : null,
      transaction_link_id: null,
      wallet: null,
    },
  },
})

/** Stripe's test bank account, the only supported one. */
export const buildBankSource = (email: string): PaymentSource => ({
  name: null,
  email,
  details: {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      fingerprint: null,
      last4: '6789',
      payment_reference: null,
      routing_number: '110000000',
    },
  },
})
