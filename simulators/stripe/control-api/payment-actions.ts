import type Stripe from 'stripe'
import { confirmByCard } from '#simulators/stripe/billing/stripe-js/confirm.ts'
import { afterTry } from '#simulators/stripe/billing/subscriptions/payment-outcome.ts'
import { settleDebit } from '#simulators/stripe/checkout/pay.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, find, findAnywhere } from '#simulators/stripe/core/state.ts'
import { brandOf } from '#simulators/stripe/payments/cards.ts'
import { chargeBank } from '#simulators/stripe/payments/confirm.ts'
import { closeDispute, disputesOf, openDispute } from '#simulators/stripe/payments/dispute.ts'
import { settleRefund } from '#simulators/stripe/payments/refund-status.ts'
import { type Actions, type Body, oneOf, textOf, wholeNumber } from './body.ts'

type Found<T> = { account: Account; object: T }
const nobodyHas = (noun: string, id: string) => new ApiError(404, `No account has the ${noun} '${id}'.`)

/** The payment that `payment_intent` or `session` names. */
const intentOf = (world: World, body: Body): Found<Stripe.PaymentIntent> => {
  const named = textOf(body, body.session === undefined ? 'payment_intent' : 'session')
  const session = findAnywhere(world.state, 'checkout.session', named)?.object
  const id = typeof session?.payment_intent === 'string' ? session.payment_intent : named
  const found = findAnywhere(world.state, 'payment_intent', id)
  if (!found) throw nobodyHas('payment', named)
  return found
}

/** The charge that `charge`, `payment_intent` or `session` names. */
const chargeOf = (world: World, body: Body): Found<Stripe.Charge> => {
  if (body.charge !== undefined) {
    const id = textOf(body, 'charge')
    const found = findAnywhere(world.state, 'charge', id)
    if (!found) throw nobodyHas('charge', id)
    return found
  }
  const { account, object } = intentOf(world, body)
  const charge = typeof object.latest_charge === 'string' ? find(account, 'charge', object.latest_charge) : undefined
  if (!charge) throw new ApiError(400, `The payment ${object.id} has no charge yet.`)
  return { account, object: charge }
}

/** The dispute that `dispute` names, or the newest about a charge. */
const disputeOf = (world: World, body: Body): Found<Stripe.Dispute> => {
  if (body.dispute !== undefined) {
    const id = textOf(body, 'dispute')
    const found = findAnywhere(world.state, 'dispute', id)
    if (!found) throw nobodyHas('dispute', id)
    return found
  }
  const { account, object: charge } = chargeOf(world, body)
  const dispute = disputesOf(account, charge).at(-1)
  if (!dispute) throw new ApiError(400, `Nobody disputes the charge ${charge.id}.`)
  return { account, object: dispute }
}

const refundOf = (world: World, body: Body): Found<Stripe.Refund> => {
  const id = textOf(body, 'refund')
  const found = findAnywhere(world.state, 'refund', id)
  if (!found) throw nobodyHas('refund', id)
  return found
}

/** What banks and card owners do, on the test plane: disputes, refunds that take time or fail, debits that no form here offers, and their answers. */
export const moneyActions = (world: World): Actions => {
  const close = (status: 'won' | 'lost') => (body: Body) => {
    const { account, object } = disputeOf(world, body)
    return closeDispute(world, account, object, status)
  }
  return {
    'POST /_sim/disputes/open': (body) => {
      const { account, object: charge } = chargeOf(world, body)
      const amount = wholeNumber(body, 'amount', charge.amount - charge.amount_refunded || charge.amount, 1, charge.amount)
      return openDispute(world, account, charge, { amount, reason: body.reason === undefined ? 'fraudulent' : textOf(body, 'reason') })
    },
    'POST /_sim/disputes/win': close('won'),
    'POST /_sim/disputes/lose': close('lost'),
    'POST /_sim/refunds/pend': (body) => {
      world.state.pendingRefunds = wholeNumber(body, 'count', 1, 0, 1000)
      world.changed()
      return { pending: world.state.pendingRefunds }
    },
    'POST /_sim/refunds/settle': (body) => {
      const { account, object } = refundOf(world, body)
      const status = oneOf(body, 'status', ['succeeded', 'failed', 'canceled'])
      settleRefund(world, account, object, status, body.reason === undefined ? undefined : textOf(body, 'reason'))
      return object
    },
    'POST /_sim/payments/pay': (body) => {
      const { account, object } = intentOf(world, body)
      if (object.status !== 'requires_payment_method')
        throw new ApiError(400, `The payment ${object.id} is ${object.status}, so no card can pay it.`)
      const number = '4242424242424242'
      const expYear = new Date(world.now() * 1000).getUTCFullYear() + 4
      const card = { brand: brandOf(number), last4: number.slice(-4), expMonth: 4, expYear, name: '', email: null }
      confirmByCard(world, account, object, card, number)
      return object
    },
    'POST /_sim/payments/debit': (body) => {
      const { account, object } = intentOf(world, body)
      if (object.status !== 'requires_payment_method')
        throw new ApiError(400, `The payment ${object.id} is ${object.status}, so nobody can begin it.`)
      chargeBank(world, account, object, 'buyer@example.com')
      return object
    },
    'POST /_sim/payments/settle': (body) => {
      const { account, object } = intentOf(world, body)
      const outcome = oneOf(body, 'outcome', ['succeeded', 'failed'])
      if (!settleDebit(world, account, object, outcome))
        throw new ApiError(400, `The payment ${object.id} is ${object.status}, not processing.`)
      afterTry(world, account, object)
      return object
    },
  }
}
