import type Stripe from 'stripe'
import { stocked } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError, badParam, missing } from '#simulators/stripe/core/errors.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, list, metadata, oneOf, optional, type Reader, shape, text, truth } from '#simulators/stripe/core/params.ts'
import type { Call } from '#simulators/stripe/core/route.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { changePlan } from './change-plan.ts'
import { paymentSettings } from './create.ts'
import { change, isOver, itemOf } from './subscription.ts'

/** An empty text takes the time away. */
const timeOrNone: Reader<number | null> = (wire, param) => (wire === '' ? null : integer(0, 9_999_999_999)(wire, param))

export const updateParams = shape({
  cancel_at_period_end: optional(truth),
  cancel_at: optional(timeOrNone),
  items: optional(list(shape({ id: optional(text()), price: optional(text()), quantity: optional(integer(1, 1)) }), 1)),
  proration_behavior: optional(oneOf('create_prorations', 'always_invoice', 'none')),
  payment_behavior: optional(oneOf('allow_incomplete')),
  payment_settings: paymentSettings,
  default_payment_method: optional(text()),
  metadata,
  expand: expandPaths,
})
type Update = Call<ReturnType<typeof updateParams>>

const cancellation = (reason: 'cancellation_requested' | null) => ({ comment: null, feedback: null, feedback_option: null, reason })

/** Lets a subscription end with its period, or go on after all. `asFlag` as callers of the API do it; the portal only sets the time. */
export const setEnding = (world: World, account: Account, subscription: Stripe.Subscription, ends: number | null, asFlag: boolean) =>
  change(world, account, subscription, {
    cancel_at: ends,
    cancel_at_period_end: asFlag && ends !== null,
    canceled_at: ends === null ? null : world.now(),
    cancellation_details: cancellation(ends === null ? null : 'cancellation_requested'),
  })

const newPrice = (call: Update, subscription: Stripe.Subscription): Stripe.Price | null => {
  const [wanted] = call.params.items ?? []
  if (!wanted) return null
  if (wanted.id === undefined)
    throw badParam(
      'items[0][id]',
      undefined,
      'An item without an id would be added to the subscription, which has one already. Send the id of its item.',
    )
  if (wanted.id !== itemOf(subscription).id) throw missing('subscription item', wanted.id, 'items[0][id]')
  return wanted.price === undefined ? null : existing({ ...call, account: stocked(call.account) }, 'price', wanted.price, 'items[0][price]')
}

/** Changes what was sent. Throws Stripe's 400 for what a subscription in its state doesn't allow. */
export const updateSubscription = (call: Update): Stripe.Subscription => {
  const { account, world, id, params } = call
  const subscription = existing(call, 'subscription', id)
  if (isOver(subscription))
    throw new ApiError(400, 'A canceled subscription can only update its cancellation_details and metadata.', {}, true)
  if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
    throw new ApiError(400, 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const price = newPrice(call, subscription)
  if (price && subscription.status === 'incomplete')
    throw new ApiError(400, `You can't change the price of the subscription ${id} before its first invoice is paid.`, {}, true)
  if (params.default_payment_method !== undefined)
    subscription.default_payment_method = existing(call, 'payment_method', params.default_payment_method, 'default_payment_method').id
  const saves = params.payment_settings?.save_default_payment_method
  if (saves && subscription.payment_settings) subscription.payment_settings.save_default_payment_method = saves
  Object.assign(subscription.metadata, params.metadata)
  const flag = params.cancel_at_period_end
  if (flag !== undefined && flag !== subscription.cancel_at_period_end)
    setEnding(world, account, subscription, flag ? itemOf(subscription).current_period_end : null, true)
  else if (flag === false && subscription.cancel_at !== null) setEnding(world, account, subscription, null, true)
  if (params.cancel_at !== undefined) setEnding(world, account, subscription, params.cancel_at, false)
  if (price) changePlan(world, account, subscription, price, params.proration_behavior !== 'none')
  world.changed()
  return subscription
}
