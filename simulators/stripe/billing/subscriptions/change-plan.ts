import type Stripe from 'stripe'
import { getPriceCents, getPriceInterval, toPlan } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { collectInvoice } from './collect-invoice.ts'
import { buildPeriodLine } from './create.ts'
import { createInvoice } from './create-invoice.ts'
import type { InvoiceLine } from './invoice.ts'
import { getPeriodEnd } from './period.ts'
import { changeSubscription, getSubscriptionItem } from './subscription.ts'

const buildCreditLine = (item: Stripe.SubscriptionItem, now: number): InvoiceLine => {
  const length = item.current_period_end - item.current_period_start
  const left = Math.max(0, item.current_period_end - now)
  return {
    cents: -Math.round((getPriceCents(item.price) * left) / length),
    text: `Unused time on Billfold ${item.price.nickname ?? ''}`.trim(),
    price: item.price,
    item: item.id,
    start: now,
    end: item.current_period_end,
    isProration: true,
  }
}

/** In cents, now; below zero it is credit. */
export const getPlanChangeCost = (subscription: Stripe.Subscription, price: Stripe.Price, now: number) =>
  getPriceCents(price) + buildCreditLine(getSubscriptionItem(subscription), now).cents

/** The interval changes with the price, so a new period starts now and is invoiced at once. @param prorates credits the old one */
export const changePlan = (context: Context, account: Account, subscription: Stripe.Subscription, price: Stripe.Price, prorates = true) => {
  const item = getSubscriptionItem(subscription)
  if (item.price.id === price.id) return
  const now = context.now()
  const credit = buildCreditLine(item, now)
  const next: Stripe.SubscriptionItem = {
    ...item,
    price: structuredClone(price),
    plan: toPlan(price),
    current_period_start: now,
    current_period_end: getPeriodEnd(now, getPriceInterval(price), now),
  }
  changeSubscription(context, account, subscription, {
    billing_cycle_anchor: now,
    items: { ...subscription.items, data: [next] },
    ...(subscription.cancel_at_period_end ? { cancel_at: next.current_period_end } : {}),
  })
  const lines = [...(prorates ? [credit] : []), buildPeriodLine(next)]
  collectInvoice(context, account, createInvoice(context, account, subscription, lines, 'subscription_update'))
}
