import type Stripe from 'stripe'
import { formatMoney } from '#simulators/stripe/core/currencies.ts'
import { ApiError, badParam } from '#simulators/stripe/core/errors.ts'
import { expandPaths, integer, metadata, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { ApiCall } from '#simulators/stripe/core/route.ts'
import { findObject, store } from '#simulators/stripe/core/state.ts'
import { recordRefund } from './balance-transaction.ts'
import { blocksRefunds } from './dispute.ts'
import { getInitialRefundStatus, scheduleRefundOutcome } from './refund-status.ts'

export const refundParams = shape({
  amount: optional(integer(1, 99_999_999)),
  charge: optional(text()),
  payment_intent: optional(text()),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  metadata,
  expand: expandPaths,
})
type RefundParams = ReturnType<typeof refundParams>

const findCharge = (call: ApiCall<RefundParams>): Stripe.Charge => {
  const { account, params } = call
  if (params.charge) return retrieve(call, 'charge', params.charge, 'charge')
  if (!params.payment_intent)
    throw new ApiError(400, 'One of the following params should be provided for this request: payment_intent or charge.')
  const intent = retrieve(call, 'payment_intent', params.payment_intent, 'payment_intent')
  const charge = typeof intent.latest_charge === 'string' ? findObject(account, 'charge', intent.latest_charge) : undefined
  if (!charge || intent.status !== 'succeeded')
    throw badParam('payment_intent', undefined, `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}

/** `amount` cents, or everything that is not refunded yet. @throws ApiError 400 */
export const createRefund = (call: ApiCall<RefundParams>): Stripe.Refund => {
  const { account, context, params } = call
  const charge = findCharge(call)
  const rest = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') throw badParam('charge', undefined, `Charge ${charge.id} did not succeed and cannot be refunded.`)
  if (blocksRefunds(account, charge))
    throw new ApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' }, true)
  if (rest === 0) throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' }, true)
  const amount = params.amount ?? rest
  if (amount > rest) {
    const message = `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(rest, charge.currency)})`
    throw new ApiError(400, message, { param: 'amount' }, true)
  }
  const status = getInitialRefundStatus(context, account, charge)
  const refund = store(account, 'refund', {
    id: context.newId('re_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    ...(status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    transfer_reversal: null,
  })
  if (status === 'succeeded') recordRefund(context, account, refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  context.changed()
  context.emit(account, 'refund.created', refund)
  context.emit(account, 'charge.refunded', charge)
  scheduleRefundOutcome(context, account, charge, refund)
  return refund
}
