import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'
import { recordDispute } from './balance-transaction.ts'
import { buildDispute } from './dispute-object.ts'

const isOpen = ({ status }: Stripe.Dispute) => status === 'needs_response' || status === 'under_review'

/** Oldest first. */
export const listDisputes = (account: Account, charge: Stripe.Charge): Stripe.Dispute[] =>
  Object.values(account.objects.dispute).filter((dispute) => dispute.charge === charge.id)

/** Withdrawn for disputes that are open or lost. */
export const getDisputedCents = (account: Account, charge: Stripe.Charge): number =>
  listDisputes(account, charge)
    .filter(({ status }) => status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0)

/** A refund would pay the buyer twice, unless the dispute was won. */
export const blocksRefunds = (account: Account, charge: Stripe.Charge): boolean => getDisputedCents(account, charge) > 0

type Claim = { amount: number; reason: string }

/** The bank withdraws `amount` cents at once. @throws ApiError 400 for a charge that cannot be disputed */
export const openDispute = (context: Context, account: Account, charge: Stripe.Charge, { amount, reason }: Claim): Stripe.Dispute => {
  if (charge.status !== 'succeeded') throw new ApiError(400, `Charge ${charge.id} did not succeed, so there is nothing to dispute.`)
  if (listDisputes(account, charge).some(isOpen))
    throw new ApiError(400, `Charge ${charge.id} is disputed already. Win or lose that dispute first.`)
  if (amount < 1 || amount > charge.amount)
    throw new ApiError(400, `'amount' must be from 1 to ${charge.amount}, the cents of charge ${charge.id}.`)
  const dispute = store(account, 'dispute', buildDispute(context, account, charge, { amount, reason }))
  // As with Stripe, it stays true after the dispute: only the dispute tells how it ended.
  charge.disputed = true
  recordDispute(context, account, dispute, 'withdrawn')
  context.changed()
  context.emit(account, 'charge.dispute.created', dispute)
  context.emit(account, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** When it is won, the money is reinstated. @throws ApiError 400 for a closed dispute */
export const closeDispute = (context: Context, account: Account, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute => {
  if (!isOpen(dispute)) throw new ApiError(400, `Dispute ${dispute.id} is closed already: it was ${dispute.status}.`)
  dispute.status = status
  if (status === 'won') recordDispute(context, account, dispute, 'reinstated')
  context.changed()
  context.emit(account, 'charge.dispute.closed', dispute)
  if (status === 'won') context.emit(account, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}
