import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'

/** How long a refund or a debit takes where a card or an account says that it takes its time. */
export const laterSeconds = 60

/** Whether a new refund succeeds at once, or stays pending because its card says so or the test plane asked for it. */
export const statusOfNew = (world: World, account: Account, charge: Stripe.Charge): 'succeeded' | 'pending' => {
  if (account.refundFates[charge.id] === 'pends') return 'pending'
  if (world.state.pendingRefunds === 0) return 'succeeded'
  world.state.pendingRefunds -= 1
  return 'pending'
}

/** Notes down what is to become of a refund later. One that the test plane made pending waits for the test plane. */
export const decideLater = (world: World, account: Account, charge: Stripe.Charge, refund: Stripe.Refund) => {
  const fate = account.refundFates[charge.id]
  if (fate)
    account.due.push({ at: world.now() + laterSeconds, what: 'refund', id: refund.id, outcome: fate === 'fails' ? 'failed' : 'succeeded' })
}

export type RefundEnd = 'succeeded' | 'failed' | 'canceled'

/**
 * What became of a refund. One that fails or is cancelled gives the business its money back: the charge is refunded by so much less.
 * A refund that has succeeded can still fail. Throws 400 for any other change.
 */
export const settleRefund = (
  world: World,
  account: Account,
  refund: Stripe.Refund,
  end: RefundEnd,
  reason = 'expired_or_canceled_card',
) => {
  const charge = typeof refund.charge === 'string' ? find(account, 'charge', refund.charge) : undefined
  const before = refund.status
  if (!charge || !(before === 'pending' || (before === 'succeeded' && end === 'failed')))
    throw new ApiError(400, `Refund ${refund.id} is ${before ?? 'over'} and can't become ${end}.`)
  account.due = account.due.filter(({ id }) => id !== refund.id)
  refund.status = end
  delete refund.pending_reason
  if (end !== 'succeeded') {
    if (end === 'failed') refund.failure_reason = reason
    charge.amount_refunded -= refund.amount
    charge.refunded = false
  }
  world.changed()
  world.emit(account, 'refund.updated', refund, { status: before })
  world.emit(account, 'charge.refund.updated', refund, { status: before })
  if (end === 'failed') world.emit(account, 'refund.failed', refund)
}
