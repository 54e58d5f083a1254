import type Stripe from 'stripe'
import { centsOf, intervalOf, stocked } from '#simulators/stripe/billing/catalog/catalog.ts'
import { costOfChange } from '#simulators/stripe/billing/subscriptions/change-plan.ts'
import { savedMethod } from '#simulators/stripe/billing/subscriptions/collect-invoice.ts'
import { isOver, itemOf } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

/** What the portal shows of a customer's plan. Texts are ready to be read. */
export type PlanView = {
  subscription: Stripe.Subscription
  name: string
  price: string
  per: 'month' | 'year'
  status: string
  /** Why somebody should do something, or null. */
  trouble: string | null
  card: string | null
  other: { name: string; price: string; per: 'month' | 'year'; id: string; cost: string } | null
}

/** 12345 -> '$123.45' */
export const dollars = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd' }).format(cents / 100)
export const dayOf = (seconds: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)

/** The newest subscription of a customer that has begun and not ended. */
export const currentSubscription = (account: Account, customer: string): Stripe.Subscription | undefined =>
  Object.values(account.objects.subscription)
    .reverse()
    .find((one) => one.customer === customer && !isOver(one) && one.status !== 'incomplete')

const statusText = (subscription: Stripe.Subscription) => {
  if (subscription.cancel_at !== null) return `Cancels on ${dayOf(subscription.cancel_at)}`
  if (subscription.status === 'past_due') return 'Payment failed'
  return `Renews on ${dayOf(itemOf(subscription).current_period_end)}`
}

const cardText = (account: Account, subscription: Stripe.Subscription) => {
  const { card } = account.objects.payment_method[savedMethod(account, subscription) ?? ''] ?? {}
  if (!card) return null
  const brand = card.brand === 'visa' ? 'Visa' : card.brand === 'mastercard' ? 'Mastercard' : 'Card'
  return `${brand} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
}

const costText = (cents: number) => {
  if (cents > 0) return `You pay ${dollars(cents)} today, with what is left of your present plan taken off.`
  return cents === 0 ? 'Nothing is due today.' : `Nothing is due today; ${dollars(-cents)} of your present plan stay to your credit.`
}

/** A price that another one has replaced has lost its lookup key; whoever pays it may go on, and nobody else begins. */
const isOffered = (price: Stripe.Price) => price.active && price.lookup_key !== null

const otherPlan = (world: World, account: Account, subscription: Stripe.Subscription): PlanView['other'] => {
  const present = itemOf(subscription).price
  const price = Object.values(stocked(account).objects.price).find((one) => isOffered(one) && intervalOf(one) !== intervalOf(present))
  if (!price || subscription.cancel_at !== null || subscription.status !== 'active') return null
  const customer = account.objects.customer[String(subscription.customer)]
  const cost = costText(costOfChange(subscription, price, world.now()) + (customer?.balance ?? 0))
  return { id: price.id, name: price.nickname ?? '', price: dollars(centsOf(price)), per: intervalOf(price), cost }
}

export const planView = (world: World, account: Account, subscription: Stripe.Subscription): PlanView => {
  const { price } = itemOf(subscription)
  const invoice = account.objects.invoice[String(subscription.latest_invoice)]
  const isUnpaid = subscription.status === 'past_due' && invoice !== undefined
  return {
    subscription,
    name: price.nickname ?? '',
    price: dollars(centsOf(price)),
    per: intervalOf(price),
    status: statusText(subscription),
    trouble: isUnpaid ? `Your last payment of ${dollars(invoice.amount_due)} failed. Enter another card to pay it.` : null,
    card: cardText(account, subscription),
    other: otherPlan(world, account, subscription),
  }
}
