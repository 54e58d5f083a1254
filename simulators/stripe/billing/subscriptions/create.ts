import type Stripe from 'stripe'
import { centsOf, stocked } from '#simulators/stripe/billing/catalog/catalog.ts'
import { badParam } from '#simulators/stripe/core/errors.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, list, metadata, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import type { Call } from '#simulators/stripe/core/route.ts'
import { keep } from '#simulators/stripe/core/state.ts'
import { bill } from './create-invoice.ts'
import type { Line } from './invoice.ts'
import { itemOf, newSubscription } from './subscription.ts'

export const paymentSettings = optional(
  shape({
    save_default_payment_method: optional(oneOf('on_subscription', 'off')),
    payment_method_types: optional(list(oneOf('card'), 1)),
  }),
)

/** What `POST /v1/subscriptions` takes here: one price, and a first invoice that the customer pays in his browser. */
export const createParams = shape({
  customer: text(),
  items: list(shape({ price: text(), quantity: optional(integer(1, 1)) }), 1),
  payment_behavior: oneOf('default_incomplete'),
  payment_settings: paymentSettings,
  collection_method: optional(oneOf('charge_automatically')),
  description: optional(text(500)),
  metadata,
  expand: expandPaths,
})

/** The line of a whole period that begins with the item's. */
export const periodLine = (item: Stripe.SubscriptionItem): Line => ({
  cents: centsOf(item.price),
  text: `1 × Billfold ${item.price.nickname ?? ''}`.trim(),
  price: item.price,
  item: item.id,
  start: item.current_period_start,
  end: item.current_period_end,
})

/** Opens a subscription that is `incomplete` until its first invoice is paid. */
export const createSubscription = (call: Call<ReturnType<typeof createParams>>): Stripe.Subscription => {
  const { account, world, params } = call
  const [wanted] = params.items
  if (!wanted) throw badParam('items', 'parameter_missing', 'Missing required param: items.')
  const customer = existing(call, 'customer', params.customer, 'customer')
  const price = existing({ world, account: stocked(account) }, 'price', wanted.price, 'items[0][price]')
  const subscription = keep(
    account,
    'subscription',
    newSubscription(world, account, {
      customer: customer.id,
      price,
      savesCard: params.payment_settings?.save_default_payment_method === 'on_subscription',
      description: params.description ?? null,
      metadata: params.metadata,
    }),
  )
  bill(world, account, subscription, [periodLine(itemOf(subscription))], 'subscription_create')
  world.emit(account, 'customer.subscription.created', subscription)
  return subscription
}
