import type Stripe from 'stripe'
import { getPriceInterval } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'
import { collectInvoice } from './collect-invoice.ts'
import { buildPeriodLine } from './create.ts'
import { createInvoice } from './create-invoice.ts'
import { endSubscription, expireSubscription } from './end.ts'
import { getPeriodEnd } from './period.ts'
import { changeSubscription, getSubscriptionItem, hasEnded } from './subscription.ts'

type Step = { at: number; run(context: Context): void }
const firstPaymentSeconds = 23 * 3600

const renew = (context: Context, account: Account, subscription: Stripe.Subscription) => {
  const item = getSubscriptionItem(subscription)
  const start = item.current_period_end
  const next = {
    ...item,
    current_period_start: start,
    current_period_end: getPeriodEnd(subscription.billing_cycle_anchor, getPriceInterval(item.price), start),
  }
  changeSubscription(context, account, subscription, { items: { ...subscription.items, data: [next] } })
  collectInvoice(context, account, createInvoice(context, account, subscription, [buildPeriodLine(next)], 'subscription_cycle'))
}

const getNextStep = (account: Account, subscription: Stripe.Subscription): Step | null => {
  if (hasEnded(subscription)) return null
  if (subscription.status === 'incomplete')
    return { at: subscription.created + firstPaymentSeconds, run: (context) => expireSubscription(context, account, subscription) }
  const invoice = findObject(account, 'invoice', String(subscription.latest_invoice))
  const steps: Step[] = [
    { at: getSubscriptionItem(subscription).current_period_end, run: (context) => renew(context, account, subscription) },
  ]
  // First, as the renewal may be due in the same second.
  if (subscription.cancel_at !== null)
    steps.unshift({
      at: subscription.cancel_at,
      run: (context) => endSubscription(context, account, subscription, 'cancellation_requested'),
    })
  if (invoice?.status === 'open' && invoice.next_payment_attempt !== null)
    steps.push({ at: invoice.next_payment_attempt, run: (context) => collectInvoice(context, account, invoice) })
  return steps.reduce((first, step) => (step.at < first.at ? step : first))
}

/** Each change at its own time: a clock moved by a year renews a monthly plan twelve times. */
export const advanceSubscriptions = (context: Context, account: Account) => {
  for (const subscription of Object.values(account.objects.subscription))
    for (let step = getNextStep(account, subscription); step && step.at <= context.now(); step = getNextStep(account, subscription)) {
      const { at, run } = step
      run({ ...context, now: () => at })
    }
}
