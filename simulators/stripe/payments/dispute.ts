import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, keep } from '#simulators/stripe/core/state.ts'
import { newDispute } from './dispute-object.ts'

const isOpen = ({ status }: Stripe.Dispute) => status === 'needs_response' || status === 'under_review'

/** The disputes about a charge, oldest first. */
export const disputesOf = (account: Account, charge: Stripe.Charge): Stripe.Dispute[] =>
  Object.values(account.objects.dispute).filter((dispute) => dispute.charge === charge.id)

/** What a bank has taken back, or keeps until the dispute is decided, in cents. */
export const disputedCents = (account: Account, charge: Stripe.Charge): number =>
  disputesOf(account, charge)
    .filter(({ status }) => status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0)

/** A refund beside a dispute would pay the buyer twice; a dispute that was won is over. */
export const blocksRefunds = (account: Account, charge: Stripe.Charge): boolean => disputedCents(account, charge) > 0

type Claim = { amount: number; reason: string }

/** The card's owner wants `amount` cents of a charge back, and his bank takes them at once. Throws 400 where there is nothing to dispute. */
export const openDispute = (world: World, account: Account, charge: Stripe.Charge, { amount, reason }: Claim): Stripe.Dispute => {
  if (charge.status !== 'succeeded') throw new ApiError(400, `Charge ${charge.id} did not succeed: there is nothing to dispute.`)
  if (disputesOf(account, charge).some(isOpen))
    throw new ApiError(400, `Charge ${charge.id} is disputed already: win or lose that dispute first.`)
  if (amount < 1 || amount > charge.amount)
    throw new ApiError(400, `'amount' must be from 1 to ${charge.amount}, the cents of charge ${charge.id}.`)
  const dispute = keep(account, 'dispute', newDispute(world, account, charge, { amount, reason }))
  // It stays true for ever, won or lost: only the dispute itself tells how it ended.
  charge.disputed = true
  world.changed()
  world.emit(account, 'charge.dispute.created', dispute)
  world.emit(account, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Ends a dispute: won, the money comes back; lost, it is gone. Throws 400 when it is over already. */
export const closeDispute = (world: World, account: Account, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute => {
  if (!isOpen(dispute)) throw new ApiError(400, `Dispute ${dispute.id} is closed already: it was ${dispute.status}.`)
  dispute.status = status
  world.changed()
  world.emit(account, 'charge.dispute.closed', dispute)
  if (status === 'won') world.emit(account, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}
