import type Stripe from 'stripe'
import { newId, randomText } from '../core/ids.ts'
import { type Account, keep } from '../core/state.ts'
import type { World } from '../core/world.ts'
import type { CardOutcome } from './cards.ts'
import { newCharge, type UsedCard } from './charge.ts'

type NewIntent = {
  amount: number
  currency: string
  metadata: Record<string, string>
  description: string | null
  receipt_email: string | null
}

/** A payment that waits for a card. `amount` is in whole cents. */
export const newPaymentIntent = (details: NewIntent, created: number): Stripe.PaymentIntent => {
  const id = newId('pi_')
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
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: details.currency,
    customer: null,
    customer_account: null,
    description: details.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: details.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

/** Charges the card: the intent becomes `succeeded`, or waits for another card and says why. Emits the charge's and the intent's events. */
export const confirmWithCard = (
  world: World,
  account: Account,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
  outcome: CardOutcome,
): Stripe.Charge => {
  const charge = keep(account, 'charge', newCharge(intent, card, outcome, world.now()))
  intent.latest_charge = charge.id
  if (outcome) {
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = {
      charge: charge.id,
      code: outcome.code as Stripe.PaymentIntent.LastPaymentError.Code,
      ...(outcome.declineCode ? { decline_code: outcome.declineCode } : {}),
      doc_url: `https://stripe.com/docs/error-codes/${outcome.code.replaceAll('_', '-')}`,
      message: outcome.message,
      type: 'card_error',
    }
  } else {
    intent.status = 'succeeded'
    intent.payment_method = charge.payment_method
    intent.amount_received = intent.amount
    intent.last_payment_error = null
  }
  world.changed()
  world.emit(account, outcome ? 'charge.failed' : 'charge.succeeded', charge)
  world.emit(account, outcome ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
  return charge
}
