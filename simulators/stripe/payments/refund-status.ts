import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'
import { recordFailedRefund, recordRefund } from './balance-transaction.ts'

export const settlementDelaySeconds = 60

export const getInitialRefundStatus = (context: Context, account: Account, charge: Stripe.Charge): 'succeeded' | 'pending' => {
  if (account.refundFates[charge.id] === 'pends') return 'pending'
  if (context.state.pendingRefunds === 0) return 'succeeded'
  context.state.pendingRefunds -= 1
  return 'pending'
}

/** A refund that the control API made pending is settled only by it. */
export const scheduleRefundOutcome = (context: Context, account: Account, charge: Stripe.Charge, refund: Stripe.Refund) => {
  const ending = account.refundFates[charge.id]
  if (ending)
    account.due.push({
      at: context.now() + settlementDelaySeconds,
      what: 'refund',
      id: refund.id,
      outcome: ending === 'fails' ? 'failed' : 'succeeded',
    })
}

type RefundOutcome = 'succeeded' | 'failed' | 'canceled'

/** A refund that has succeeded can still fail. @throws ApiError 400 for any other change than that of a pending one */
export const settleRefund = (
  context: Context,
  account: Account,
  refund: Stripe.Refund,
  outcome: RefundOutcome,
  reason = 'expired_or_canceled_card',
) => {
  const charge = typeof refund.charge === 'string' ? findObject(account, 'charge', refund.charge) : undefined
  const previous = refund.status
  if (!charge || !(previous === 'pending' || (previous === 'succeeded' && outcome === 'failed')))
    throw new ApiError(400, `Refund ${refund.id} is ${previous ?? 'over'} and can't become ${outcome}.`)
  account.due = account.due.filter(({ id }) => id !== refund.id)
  refund.status = outcome
  delete refund.pending_reason
  if (outcome === 'succeeded') recordRefund(context, account, refund)
  else {
    if (previous === 'succeeded') recordFailedRefund(context, account, refund)
    if (outcome === 'failed') refund.failure_reason = reason
    charge.amount_refunded -= refund.amount
    charge.refunded = false
  }
  context.changed()
  context.emit(account, 'refund.updated', refund, { status: previous })
  context.emit(account, 'charge.refund.updated', refund, { status: previous })
  if (outcome === 'failed') context.emit(account, 'refund.failed', refund)
}
