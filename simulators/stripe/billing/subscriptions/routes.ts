import type Stripe from 'stripe'
import { resourceMissing } from '#simulators/stripe/core/errors.ts'
import { paginate } from '#simulators/stripe/core/lists.ts'
import { expandPaths, integer, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { advanceSubscriptions } from './advance.ts'
import { createParams, createSubscription } from './create.ts'
import { endSubscription } from './end.ts'
import { getSubscriptionItem, hasEnded } from './subscription.ts'
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

/** Without a status, all but the canceled ones match. */
const hasStatus = (subscription: Stripe.Subscription, status: (typeof statuses)[number] | undefined) => {
  if (status === undefined) return subscription.status !== 'canceled'
  if (status === 'ended') return hasEnded(subscription)
  return status === 'all' || subscription.status === status
}

const listSubscriptions = ({ account, params }: ApiCall<ReturnType<typeof subscriptionsParams>>) => {
  const found = Object.values(account.objects.subscription)
    .reverse()
    .filter((subscription) => params.customer === undefined || subscription.customer === params.customer)
    .filter((subscription) => params.price === undefined || getSubscriptionItem(subscription).price.id === params.price)
    .filter((subscription) => hasStatus(subscription, params.status))
  return paginate(found, params, 'subscription', '/v1/subscriptions')
}

const cancel = (call: ApiCall<unknown>): Stripe.Subscription => {
  const subscription = retrieve(call, 'subscription', call.id)
  if (hasEnded(subscription)) throw resourceMissing('subscription', call.id, 'id')
  endSubscription(call.context, call.account, subscription, 'cancellation_requested')
  return subscription
}

const advanceFirst =
  <P>(run: (call: ApiCall<P>) => object) =>
  (call: ApiCall<P>) => {
    advanceSubscriptions(call.context, call.account)
    return run(call)
  }

export const subscriptionRoutes: Route[] = [
  defineRoute('POST', '/v1/subscriptions', createParams, createSubscription),
  defineRoute('GET', '/v1/subscriptions', subscriptionsParams, advanceFirst(listSubscriptions)),
  defineRoute(
    'GET',
    '/v1/subscriptions/:id',
    noParams,
    advanceFirst((call) => retrieve(call, 'subscription', call.id)),
  ),
  defineRoute('POST', '/v1/subscriptions/:id', updateParams, advanceFirst(updateSubscription)),
  defineRoute('DELETE', '/v1/subscriptions/:id', noParams, advanceFirst(cancel)),
]
