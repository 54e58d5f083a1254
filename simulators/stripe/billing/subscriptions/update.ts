import type Stripe from 'stripe'
import { ensureCatalog } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError, badParam, resourceMissing } from '#simulators/stripe/core/errors.ts'
import { bool, expandPaths, integer, list, metadata, oneOf, optional, type Reader, shape, text } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { ApiCall } from '#simulators/stripe/core/route.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { changePlan } from './change-plan.ts'
import { paymentSettingsParams } from './create.ts'
import { changeSubscription, getSubscriptionItem, hasEnded } from './subscription.ts'

/** An empty text removes the time. */
const timeOrNone: Reader<number | null> = (wire, param) => (wire === '' ? null : integer(0, 9_999_999_999)(wire, param))

export const updateParams = shape({
  cancel_at_period_end: optional(bool),
  cancel_at: optional(timeOrNone),
  items: optional(list(shape({ id: optional(text()), price: optional(text()), quantity: optional(integer(1, 1)) }), 1)),
  proration_behavior: optional(oneOf('create_prorations', 'always_invoice', 'none')),
  payment_behavior: optional(oneOf('allow_incomplete')),
  payment_settings: paymentSettingsParams,
  default_payment_method: optional(text()),
  metadata,
  expand: expandPaths,
})
type Update = ApiCall<ReturnType<typeof updateParams>>

const buildCancellationDetails = (reason: 'cancellation_requested' | null) => ({
  comment: null,
  feedback: null,
  feedback_option: null,
  reason,
})

/** @param cancelAt unix seconds; null to continue @param asFlag callers of the API set `cancel_at_period_end`, too; the portal does not */
export const setCancellation = (
  context: Context,
  account: Account,
  subscription: Stripe.Subscription,
  cancelAt: number | null,
  asFlag: boolean,
) =>
  changeSubscription(context, account, subscription, {
    cancel_at: cancelAt,
    cancel_at_period_end: asFlag && cancelAt !== null,
    canceled_at: cancelAt === null ? null : context.now(),
    cancellation_details: buildCancellationDetails(cancelAt === null ? null : 'cancellation_requested'),
  })

const findNewPrice = (call: Update, subscription: Stripe.Subscription): Stripe.Price | null => {
  const [requested] = call.params.items ?? []
  if (!requested) return null
  if (requested.id === undefined)
    throw badParam(
      'items[0][id]',
      undefined,
      'An item without an id would be added to the subscription, which has one already. Send the id of its item.',
    )
  if (requested.id !== getSubscriptionItem(subscription).id) throw resourceMissing('subscription item', requested.id, 'items[0][id]')
  return requested.price === undefined
    ? null
    : retrieve({ ...call, account: ensureCatalog(call.account) }, 'price', requested.price, 'items[0][price]')
}

/** @throws ApiError 400 for what the subscription's status does not allow */
export const updateSubscription = (call: Update): Stripe.Subscription => {
  const { account, context, id, params } = call
  const subscription = retrieve(call, 'subscription', id)
  if (hasEnded(subscription))
    throw new ApiError(400, 'A canceled subscription can only update its cancellation_details and metadata.', {}, true)
  if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
    throw new ApiError(400, 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const price = findNewPrice(call, subscription)
  if (price && subscription.status === 'incomplete')
    throw new ApiError(400, `You can't change the price of the subscription ${id} before its first invoice is paid.`, {}, true)
  if (params.default_payment_method !== undefined)
    subscription.default_payment_method = retrieve(call, 'payment_method', params.default_payment_method, 'default_payment_method').id
  const saves = params.payment_settings?.save_default_payment_method
  if (saves && subscription.payment_settings) subscription.payment_settings.save_default_payment_method = saves
  Object.assign(subscription.metadata, params.metadata)
  const flag = params.cancel_at_period_end
  if (flag !== undefined && flag !== subscription.cancel_at_period_end)
    setCancellation(context, account, subscription, flag ? getSubscriptionItem(subscription).current_period_end : null, true)
  else if (flag === false && subscription.cancel_at !== null) setCancellation(context, account, subscription, null, true)
  if (params.cancel_at !== undefined) setCancellation(context, account, subscription, params.cancel_at, false)
  if (price) changePlan(context, account, subscription, price, params.proration_behavior !== 'none')
  context.changed()
  return subscription
}
