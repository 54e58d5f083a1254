import type Stripe from 'stripe'
import { attachCard } from '#simulators/stripe/billing/customers/payment-method.ts'
import { readTypedCard } from '#simulators/stripe/billing/stripe-js/card-input.ts'
import { collect } from '#simulators/stripe/billing/subscriptions/collect-invoice.ts'
import { customerOf } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { behaviourOf, type Refusal } from '#simulators/stripe/payments/cards.ts'

/** What the card form says: '04 / 31' becomes month and year; what is no number becomes 0, which no card has. */
const typedIn = (form: URLSearchParams) => {
  const said = (name: string) => (form.get(name) ?? '').trim().slice(0, 40)
  const [month = '', year = ''] = said('expiry').split(/\s*\/\s*/)
  const whole = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0)
  return { number: said('number'), exp_month: whole(month), exp_year: whole(year), cvc: said('cvc') }
}

/** Keeps the form's card for the subscription, and pays what is open with it. Gives the refusal of a card that can't be kept. */
export const replaceCard = (world: World, account: Account, subscription: Stripe.Subscription, form: URLSearchParams): Refusal | null => {
  const customer = customerOf(account, subscription)
  const typed = readTypedCard(typedIn(form), { name: customer.name ?? '', email: customer.email }, new Date(world.now() * 1000))
  if ('refusal' in typed) return typed.refusal
  const { refusal, later } = behaviourOf(typed.number)
  if (refusal) return refusal
  const id = world.newId('pm_')
  account.billing.cards[id] = { card: typed.card, later: later ?? null }
  attachCard(world, account, id, customer.id)
  subscription.default_payment_method = id
  customer.invoice_settings.default_payment_method = id
  const invoice = account.objects.invoice[String(subscription.latest_invoice)]
  if (invoice?.status === 'open') collect(world, account, invoice)
  world.changed()
  return null
}
