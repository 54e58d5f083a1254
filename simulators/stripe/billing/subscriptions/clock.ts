import type Stripe from 'stripe'
import { intervalOf } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'
import { collect } from './collect-invoice.ts'
import { periodLine } from './create.ts'
import { bill } from './create-invoice.ts'
import { end, expire } from './end.ts'
import { periodEnd } from './period.ts'
import { change, isOver, itemOf } from './subscription.ts'

type Step = { at: number; run(world: World): void }
/** How long a first invoice waits for its payment. */
const firstPaymentSeconds = 23 * 3600

const renew = (world: World, account: Account, subscription: Stripe.Subscription) => {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const next = {
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(subscription.billing_cycle_anchor, intervalOf(item.price), start),
  }
  change(world, account, subscription, { items: { ...subscription.items, data: [next] } })
  collect(world, account, bill(world, account, subscription, [periodLine(next)], 'subscription_cycle'))
}

/** What the clock will do to a subscription next. */
const nextStep = (account: Account, subscription: Stripe.Subscription): Step | null => {
  if (isOver(subscription)) return null
  if (subscription.status === 'incomplete')
    return { at: subscription.created + firstPaymentSeconds, run: (world) => expire(world, account, subscription) }
  const invoice = find(account, 'invoice', String(subscription.latest_invoice))
  const steps: Step[] = [{ at: itemOf(subscription).current_period_end, run: (world) => renew(world, account, subscription) }]
  // Before the renewal, which may fall on the same second.
  if (subscription.cancel_at !== null)
    steps.unshift({ at: subscription.cancel_at, run: (world) => end(world, account, subscription, 'cancellation_requested') })
  if (invoice?.status === 'open' && invoice.next_payment_attempt !== null)
    steps.push({ at: invoice.next_payment_attempt, run: (world) => collect(world, account, invoice) })
  return steps.reduce((first, step) => (step.at < first.at ? step : first))
}

/** Brings an account's subscriptions to what they are now, each step at its own time: a clock that was moved by a year renews twelve times. */
export const advanceSubscriptions = (world: World, account: Account) => {
  for (const subscription of Object.values(account.objects.subscription))
    for (let step = nextStep(account, subscription); step && step.at <= world.now(); step = nextStep(account, subscription)) {
      const { at, run } = step
      run({ ...world, now: () => at })
    }
}
