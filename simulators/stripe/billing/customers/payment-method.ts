import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { badParam } from '#simulators/stripe/core/errors.ts'
import { type Account, type CardDetails, store } from '#simulators/stripe/core/state.ts'
import type { CardBehavior } from '#simulators/stripe/payments/cards.ts'

type Card = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card }

const buildCardMethod = (context: Context, account: Account, id: string, customer: string, card: CardDetails): Card => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: card.email, name: card.name || null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: context.now(),
  customer,
  customer_account: null,
  livemode: account.livemode,
  metadata: {},
  type: 'card',
})

/** `account.billing.cards` must have the card under that id. */
export const attachCard = (context: Context, account: Account, id: string, customer: string): Stripe.PaymentMethod => {
  const saved = account.billing.cards[id]
  if (!saved) throw new Error(`there is no saved card ${id}`)
  const method = store(account, 'payment_method', buildCardMethod(context, account, id, customer, saved.card))
  context.changed()
  context.emit(account, 'payment_method.attached', method)
  return method
}

/** @returns the id of the card's payment method */
export const rememberCard = (
  context: Context,
  account: Account,
  intent: Stripe.PaymentIntent,
  card: CardDetails,
  behavior: CardBehavior,
): string => {
  const id = context.newId('pm_')
  if (intent.setup_future_usage !== null) account.billing.cards[id] = { card, later: behavior.renewalDecline ?? null }
  return id
}

/** For a card that has not paid. */
export const dropCard = (account: Account, id: string) => {
  delete account.billing.cards[id]
}

/** For a card that has paid. Null for an intent that saves none. */
export const attachIfSaved = (context: Context, account: Account, intent: Stripe.PaymentIntent): Stripe.PaymentMethod | null => {
  const { payment_method: method, customer } = intent
  if (typeof method !== 'string' || typeof customer !== 'string' || !account.billing.cards[method]) return null
  return attachCard(context, account, method, customer)
}

/** @throws ApiError 400 when it is not attached */
export const detachMethod = (context: Context, account: Account, method: Stripe.PaymentMethod): Stripe.PaymentMethod => {
  if (method.customer === null)
    throw badParam(
      'payment_method',
      undefined,
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const { customer } = method
  method.customer = null
  dropCard(account, method.id)
  context.changed()
  context.emit(account, 'payment_method.detached', method, { customer })
  return method
}
