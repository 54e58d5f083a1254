import type Stripe from 'stripe'
import { formatDollars } from '#simulators/kit/money.ts'
import { ensureCatalog, getPriceCents, getPriceInterval } from '#simulators/stripe/billing/catalog/catalog.ts'
import { getPlanChangeCost } from '#simulators/stripe/billing/subscriptions/change-plan.ts'
import { findSavedPaymentMethod } from '#simulators/stripe/billing/subscriptions/collect-invoice.ts'
import { getSubscriptionItem, hasEnded } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

export type PlanView = {
  subscription: Stripe.Subscription
  name: string
  price: string
  per: 'month' | 'year'
  status: string
  problem: string | null
  card: string | null
  other: { name: string; price: string; per: 'month' | 'year'; id: string; cost: string } | null
}

export const formatDay = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)

export const findCurrentSubscription = (account: Account, customer: string): Stripe.Subscription | undefined =>
  Object.values(account.objects.subscription)
    .reverse()
    .find((one) => one.customer === customer && !hasEnded(one) && one.status !== 'incomplete')

const getStatusText = (subscription: Stripe.Subscription) => {
  if (subscription.cancel_at !== null) return `Cancels on ${formatDay(subscription.cancel_at)}`
  if (subscription.status === 'past_due') return 'Payment failed'
  return `Renews on ${formatDay(getSubscriptionItem(subscription).current_period_end)}`
}

const getCardText = (account: Account, subscription: Stripe.Subscription) => {
  const { card } = account.objects.payment_method[findSavedPaymentMethod(account, subscription) ?? ''] ?? {}
  if (!card) return null
  const brand = card.brand === 'visa' ? 'Visa' : card.brand === 'mastercard' ? 'Mastercard' : 'Card'
  return `${brand} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
}

const getCostText = (cents: number) => {
  if (cents > 0) return `You pay ${formatDollars(cents)} today. The unused time of your current plan is already subtracted.`
  return cents === 0 ? 'Nothing is due today.' : `Nothing is due today, and ${formatDollars(-cents)} of your current plan are credited.`
}

/** A replaced price has no lookup key. Existing subscriptions keep it; new ones cannot choose it. */
const isOffered = (price: Stripe.Price) => price.active && price.lookup_key !== null

const findOtherPlan = (context: Context, account: Account, subscription: Stripe.Subscription): PlanView['other'] => {
  const current = getSubscriptionItem(subscription).price
  const price = Object.values(ensureCatalog(account).objects.price).find(
    (one) => isOffered(one) && getPriceInterval(one) !== getPriceInterval(current),
  )
  if (!price || subscription.cancel_at !== null || subscription.status !== 'active') return null
  const customer = account.objects.customer[String(subscription.customer)]
  const cost = getCostText(getPlanChangeCost(subscription, price, context.now()) + (customer?.balance ?? 0))
  return { id: price.id, name: price.nickname ?? '', price: formatDollars(getPriceCents(price)), per: getPriceInterval(price), cost }
}

export const buildPlanView = (context: Context, account: Account, subscription: Stripe.Subscription): PlanView => {
  const { price } = getSubscriptionItem(subscription)
  const invoice = account.objects.invoice[String(subscription.latest_invoice)]
  const isUnpaid = subscription.status === 'past_due' && invoice !== undefined
  return {
    subscription,
    name: price.nickname ?? '',
    price: formatDollars(getPriceCents(price)),
    per: getPriceInterval(price),
    status: getStatusText(subscription),
    problem: isUnpaid ? `Your last payment of ${formatDollars(invoice.amount_due)} failed. Enter another card to pay it.` : null,
    card: getCardText(account, subscription),
    other: findOtherPlan(context, account, subscription),
  }
}
