import type Stripe from 'stripe'
import { ApiError, badParam } from '#simulators/stripe/core/errors.ts'
import { bool, emailAddress, expandPaths, integer, list, metadata, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { ApiCall } from '#simulators/stripe/core/route.ts'
import { store } from '#simulators/stripe/core/state.ts'
import { chargeCard } from './confirm.ts'
import { buildPaymentIntent } from './payment-intent.ts'

export const offSessionParams = shape({
  amount: integer(1, 99_999_999),
  currency: text(3),
  customer: text(),
  payment_method: text(),
  off_session: bool,
  confirm: bool,
  allowed_payment_method_types: optional(list(oneOf('card'))),
  description: optional(text(1000)),
  receipt_email: optional(emailAddress),
  metadata,
  expand: expandPaths,
})
type OffSessionParams = ReturnType<typeof offSessionParams>

const detached = (id: string) =>
  `The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first. (${id})`

/** The only way in which the simulator creates payment intents by the API. @throws ApiError 402 with the intent */
export const chargeOffSession = (call: ApiCall<OffSessionParams>): Stripe.PaymentIntent => {
  const { account, context, params } = call
  if (!params.off_session || !params.confirm)
    throw badParam('confirm', undefined, 'The simulator creates payment intents only with off_session and confirm.')
  const customer = retrieve(call, 'customer', params.customer, 'customer')
  const method = retrieve(call, 'payment_method', params.payment_method, 'payment_method')
  const saved = account.billing.cards[method.id]
  if (!saved || method.customer === null) throw badParam('payment_method', 'payment_method_unexpected_state', detached(method.id))
  if (method.customer !== customer.id)
    throw badParam('payment_method', undefined, `The customer does not have a payment method with the ID ${method.id}.`)
  const intent = store(
    account,
    'payment_intent',
    buildPaymentIntent(context, account, {
      amount: params.amount,
      currency: params.currency,
      metadata: params.metadata,
      description: params.description ?? null,
      receipt_email: params.receipt_email ?? null,
      payment_method_types: ['card'],
      customer: customer.id,
    }),
  )
  context.emit(account, 'payment_intent.created', intent)
  const decline = saved.later
  const charge = chargeCard(context, account, intent, { card: saved.card, behavior: decline ? { decline } : {}, paymentMethod: method.id })
  if (!decline) return intent
  throw new ApiError(
    402,
    decline.message,
    {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
      charge: charge.id,
      payment_intent: structuredClone(intent),
      payment_method: structuredClone(method),
    },
    true,
  )
}

const cancelable = ['requires_payment_method', 'requires_action', 'requires_confirmation', 'processing']

/** @throws ApiError 400 for an intent that has succeeded or is canceled */
export const cancelIntent = (call: ApiCall<unknown>): Stripe.PaymentIntent => {
  const { account, context } = call
  const intent = retrieve(call, 'payment_intent', call.id)
  if (!cancelable.includes(intent.status))
    throw new ApiError(
      400,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state' },
      true,
    )
  intent.status = 'canceled'
  intent.canceled_at = context.now()
  intent.next_action = null
  delete account.challenges[intent.id]
  context.changed()
  context.emit(account, 'payment_intent.canceled', intent)
  return intent
}
