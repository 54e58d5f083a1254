import { parseFixed } from '#shared/money.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { unprocessable } from '#simulators/paypal/core/errors.ts'
import { type Account, type Capture, type Funding, type Order, own } from '#simulators/paypal/core/state.ts'
import { announceCapture } from '#simulators/paypal/payments/events.ts'
import type { OrderParams } from './create-params.ts'
import { approvalUrl, orderObject } from './order-object.ts'

const unapprovedSeconds = 3 * 3600
const approvedSeconds = 72 * 3600

const isOver = (order: Order, now: number) => {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return false
  if (order.status === 'APPROVED') return (order.approvedAt ?? order.createdAt) + approvedSeconds <= now
  return order.createdAt + unapprovedSeconds <= now
}

/** The order as it stands now: one whose time is over is gone before anybody sees it. */
export const findOrder = (world: World, account: Account, id: string): Order | undefined => {
  const order = own(account.orders, id)
  if (!order || !isOver(order, world.now())) return order
  delete account.orders[id]
  world.changed()
  return undefined
}

/** A paid invoice's number can't be paid once more. */
const checkInvoiceId = (account: Account, invoiceId: string | undefined) => {
  if (invoiceId === undefined) return
  const isPaid = Object.values(account.captures).some((capture) => capture.invoiceId === invoiceId && capture.status !== 'DECLINED')
  if (isPaid) throw unprocessable('DUPLICATE_INVOICE_ID', { field: '/purchase_units/0/invoice_id', value: invoiceId })
}

export const newOrder = (world: World, account: Account, { unit, ...params }: OrderParams): Order => {
  checkInvoiceId(account, unit.invoice_id)
  const order: Order = {
    id: world.ids.resource(),
    createdAt: world.now(),
    updatedAt: world.now(),
    status: params.hasSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    payee: account.merchantId,
    funding: null,
    approvedAt: null,
    unit,
    ...params,
  }
  account.orders[order.id] = order
  world.changed()
  return order
}

export const canBeApproved = (order: Order) => order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED'

/** The buyer's yes. Nothing is paid yet: the business has to capture. */
export const approve = (world: World, account: Account, order: Order, funding: Funding) => {
  Object.assign(order, { status: 'APPROVED', funding, approvedAt: world.now(), updatedAt: world.now() })
  world.changed()
  world.emit(account, {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderObject(world, account, order, true),
  })
}

/** Takes the money of an approved order, or throws PayPal's 422. A declined instrument sends the buyer back to choose another. */
export const capture = (world: World, account: Account, order: Order): Capture => {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  const payAgain = { href: approvalUrl(world, order), rel: 'payer-action', method: 'GET' }
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED', { links: [payAgain] })
  checkInvoiceId(account, order.unit.invoice_id)
  if (order.funding === 'declined-card') {
    Object.assign(order, { status: 'PAYER_ACTION_REQUIRED', funding: null, approvedAt: null, updatedAt: world.now() })
    world.changed()
    throw unprocessable('INSTRUMENT_DECLINED', { links: [payAgain], remembered: true })
  }
  const isPending = order.funding === 'echeck'
  const made: Capture = {
    id: world.ids.resource(),
    orderId: order.id,
    createdAt: world.now(),
    updatedAt: world.now(),
    status: isPending ? 'PENDING' : 'COMPLETED',
    reason: isPending ? 'ECHECK' : null,
    amount: parseFixed(order.unit.amount.value, 2),
    currency: order.unit.amount.currency_code,
    payee: order.payee,
    customId: order.unit.custom_id ?? null,
    invoiceId: order.unit.invoice_id ?? null,
  }
  account.captures[made.id] = made
  Object.assign(order, { status: 'COMPLETED', updatedAt: world.now() })
  world.changed()
  announceCapture(world, account, made)
  return made
}

/** How an e-check ends: it arrives, or its bank refuses it. */
export const settle = (world: World, account: Account, pending: Capture, outcome: 'complete' | 'deny') => {
  Object.assign(pending, { status: outcome === 'complete' ? 'COMPLETED' : 'DECLINED', reason: null, updatedAt: world.now() })
  world.changed()
  announceCapture(world, account, pending)
}
