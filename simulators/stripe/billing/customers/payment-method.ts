import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, type CardDetails, store } from '#simulators/stripe/core/state.ts'

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

/** Attaches a saved card to a customer for later payments. `account.billing.cards` must have it under that id. */
export const attachCard = (context: Context, account: Account, id: string, customer: string): Stripe.PaymentMethod => {
  const saved = account.billing.cards[id]
  if (!saved) throw new Error(`there is no saved card ${id}`)
  const method = store(account, 'payment_method', buildCardMethod(context, account, id, customer, saved.card))
  context.changed()
  context.emit(account, 'payment_method.attached', method)
  return method
}
