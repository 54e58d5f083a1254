import { toDecimal } from '#shared/money.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { notFound, unprocessable } from '#simulators/paypal/core/errors.ts'
import { amount, optionalText, tree } from '#simulators/paypal/core/params.ts'
import type { Call } from '#simulators/paypal/core/route.ts'
import { type Account, type Capture, own, type Refund, refundsOf } from '#simulators/paypal/core/state.ts'
import { announceRefund } from './events.ts'
import { isGiven } from './refund-object.ts'

const isDisputed = (account: Account, capture: Capture) =>
  Object.values(account.disputes).some((dispute) => dispute.captureId === capture.id && dispute.status === 'open')

/** Cents that can still go back. */
const restOf = (account: Account, capture: Capture) =>
  capture.amount -
  refundsOf(account, capture)
    .filter(isGiven)
    .reduce((sum, refund) => sum + refund.amount, 0)

/** Brings the capture's own state to what its refunds say. */
const restate = (world: World, account: Account, capture: Capture) => {
  const done = refundsOf(account, capture).filter(({ status }) => status === 'COMPLETED')
  const back = done.reduce((sum, refund) => sum + refund.amount, 0)
  capture.status = back === 0 ? 'COMPLETED' : back < capture.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  capture.updatedAt = world.now()
  world.changed()
}

const checkRefundable = (account: Account, capture: Capture, wanted: number) => {
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED')
  if (capture.reason === 'CHARGEBACK') throw unprocessable('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  const rest = restOf(account, capture)
  if (rest === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (wanted > rest) throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: toDecimal(wanted) })
  if (wanted < rest && isDisputed(account, capture)) throw unprocessable('TRANSACTION_DISPUTED')
}

const keep = (
  world: World,
  account: Account,
  capture: Capture,
  refund: Omit<Refund, 'id' | 'captureId' | 'createdAt' | 'updatedAt' | 'currency'>,
) => {
  const dated = { id: world.ids.resource(), captureId: capture.id, createdAt: world.now(), updatedAt: world.now() }
  const kept: Refund = { ...dated, currency: capture.currency, ...refund }
  account.refunds[kept.id] = kept
  restate(world, account, capture)
  return kept
}

/** Gives back the whole rest of a captured payment, or the amount in the body. */
export const refund = ({ account, world, id, body }: Call): Refund => {
  const capture = own(account.captures, id)
  if (!capture) throw notFound()
  const wish = body === undefined ? {} : tree(body, '/')
  const wanted = wish.amount === undefined ? restOf(account, capture) : amount(wish.amount, '/amount', 'positive', capture.currency)
  const texts = {
    note: optionalText(wish.note_to_payer, '/note_to_payer', 255) ?? null,
    customId: optionalText(wish.custom_id, '/custom_id', 127) ?? null,
    invoiceId: optionalText(wish.invoice_id, '/invoice_id', 127) ?? null,
  }
  checkRefundable(account, capture, wanted)
  if (world.state.refunds === 'refuse') throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS')
  const status = world.state.refunds === 'pending' ? 'PENDING' : 'COMPLETED'
  const made = keep(world, account, capture, { status, amount: wanted, ...texts })
  if (status === 'COMPLETED') announceRefund(world, account, made, 'refunded')
  return made
}

/** How a pending refund ends. PayPal sends an event only for money that arrived. */
export const settleRefund = (world: World, account: Account, pending: Refund, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') => {
  Object.assign(pending, { status, updatedAt: world.now() })
  const capture = own(account.captures, pending.captureId)
  if (capture) restate(world, account, capture)
  if (status === 'COMPLETED') announceRefund(world, account, pending, 'refunded')
}

/** PayPal itself takes the rest of the money back from the business, as after a lost dispute. */
export const reverse = (world: World, account: Account, capture: Capture) => {
  const nothing = { note: null, customId: null, invoiceId: null }
  const rest = restOf(account, capture)
  if (rest === 0) return
  const made = keep(world, account, capture, { status: 'COMPLETED', amount: rest, ...nothing })
  capture.reason = 'CHARGEBACK'
  announceRefund(world, account, made, 'reversed')
}
