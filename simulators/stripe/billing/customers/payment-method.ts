import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, keep, type UsedCard } from '#simulators/stripe/core/state.ts'

type Card = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card }

const cardMethod = (world: World, account: Account, id: string, customer: string, card: UsedCard): Card => ({
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
  created: world.now(),
  customer,
  customer_account: null,
  livemode: account.livemode,
  metadata: {},
  type: 'card',
})

/** Keeps a card that has just been used, or typed, for its owner's later payments. `account.billing.cards` must know it by that id. */
export const attachCard = (world: World, account: Account, id: string, customer: string): Stripe.PaymentMethod => {
  const saved = account.billing.cards[id]
  if (!saved) throw new Error(`no card is kept under ${id}`)
  const method = keep(account, 'payment_method', cardMethod(world, account, id, customer, saved.card))
  world.changed()
  world.emit(account, 'payment_method.attached', method)
  return method
}
