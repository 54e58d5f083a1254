import type Stripe from 'stripe'
import { missing } from '#simulators/stripe/core/errors.ts'
import { pageOf } from '#simulators/stripe/core/lists.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { advanceSubscriptions } from './clock.ts'
import { createParams, createSubscription } from './create.ts'
import { end } from './end.ts'
import { isOver, itemOf } from './subscription.ts'
import { updateParams, updateSubscription } from './update.ts'

const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const
const subscriptionsParams = shape({
  customer: optional(text()),
  price: optional(text()),
  status: optional(oneOf(...statuses)),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

/** Without a status: all but the canceled. */
const hasStatus = (subscription: Stripe.Subscription, status: (typeof statuses)[number] | undefined) => {
  if (status === undefined) return subscription.status !== 'canceled'
  if (status === 'ended') return isOver(subscription)
  return status === 'all' || subscription.status === status
}

const listSubscriptions = ({ account, params }: Call<ReturnType<typeof subscriptionsParams>>) => {
  const found = Object.values(account.objects.subscription)
    .reverse()
    .filter((subscription) => params.customer === undefined || subscription.customer === params.customer)
    .filter((subscription) => params.price === undefined || itemOf(subscription).price.id === params.price)
    .filter((subscription) => hasStatus(subscription, params.status))
  return pageOf(found, params, 'subscription', '/v1/subscriptions')
}

const cancel = (call: Call<unknown>): Stripe.Subscription => {
  const subscription = existing(call, 'subscription', call.id)
  if (isOver(subscription)) throw missing('subscription', call.id, 'id')
  end(call.world, call.account, subscription, 'cancellation_requested')
  return subscription
}

/** Nobody sees a subscription before the clock has done to it what was due. */
const current =
  <P>(run: (call: Call<P>) => object) =>
  (call: Call<P>) => {
    advanceSubscriptions(call.world, call.account)
    return run(call)
  }

const read = shape({ expand: expandPaths })

/** Subscriptions. */
export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', createParams, createSubscription),
  route('GET', '/v1/subscriptions', subscriptionsParams, current(listSubscriptions)),
  route(
    'GET',
    '/v1/subscriptions/:id',
    read,
    current((call) => existing(call, 'subscription', call.id)),
  ),
  route('POST', '/v1/subscriptions/:id', updateParams, current(updateSubscription)),
  route('DELETE', '/v1/subscriptions/:id', read, current(cancel)),
]
