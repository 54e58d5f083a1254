import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

type NewIntent = {
  amount: number
  currency: string
  metadata: Record<string, string>
  description: string | null
  receipt_email: string | null
  payment_method_types: string[]
  customer?: string
  /** The card is saved for payments without the cardholder. */
  setup_future_usage?: 'off_session' | null
}

/** `amount` in cents. */
export const buildPaymentIntent = (context: Context, account: Account, details: NewIntent): Stripe.PaymentIntent => {
  const id = context.newId('pi_')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: details.amount,
    amount_capturable: 0,
    amount_details: {},
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${context.randomText(25, 'intent secret')}`,
    confirmation_method: 'automatic',
    created: context.now(),
    currency: details.currency,
    customer: details.customer ?? null,
    customer_account: null,
    description: details.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: account.livemode,
    managed_payments: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: details.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: details.receipt_email,
    review: null,
    setup_future_usage: details.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
