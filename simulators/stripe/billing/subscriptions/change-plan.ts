import type Stripe from 'stripe'
import { centsOf, intervalOf, planOf } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { collect } from './collect-invoice.ts'
import { periodLine } from './create.ts'
import { bill } from './create-invoice.ts'
import type { Line } from './invoice.ts'
import { periodEnd } from './period.ts'
import { change, itemOf } from './subscription.ts'

/** What is left of the running period, as a line that gives it back. */
const creditFor = (item: Stripe.SubscriptionItem, now: number): Line => {
  const length = item.current_period_end - item.current_period_start
  const left = Math.max(0, item.current_period_end - now)
  return {
    cents: -Math.round((centsOf(item.price) * left) / length),
    text: `Unused time on Billfold ${item.price.nickname ?? ''}`.trim(),
    price: item.price,
    item: item.id,
    start: now,
    end: item.current_period_end,
    isProration: true,
  }
}

/** What a change to `price` would cost now: whole cents, below zero when something is left over. */
export const costOfChange = (subscription: Stripe.Subscription, price: Stripe.Price, now: number) =>
  centsOf(price) + creditFor(itemOf(subscription), now).cents

/**
 * Changes the price. As the interval changes with it, a new period begins now and is billed at once; unless `prorates` is false,
 * what is left of the old one is given back.
 */
export const changePlan = (world: World, account: Account, subscription: Stripe.Subscription, price: Stripe.Price, prorates = true) => {
  const item = itemOf(subscription)
  if (item.price.id === price.id) return
  const now = world.now()
  const credit = creditFor(item, now)
  const next: Stripe.SubscriptionItem = {
    ...item,
    price: structuredClone(price),
    plan: planOf(price),
    current_period_start: now,
    current_period_end: periodEnd(now, intervalOf(price), now),
  }
  change(world, account, subscription, {
    billing_cycle_anchor: now,
    items: { ...subscription.items, data: [next] },
    ...(subscription.cancel_at_period_end ? { cancel_at: next.current_period_end } : {}),
  })
  const lines = [...(prorates ? [credit] : []), periodLine(next)]
  collect(world, account, bill(world, account, subscription, lines, 'subscription_update'))
}
