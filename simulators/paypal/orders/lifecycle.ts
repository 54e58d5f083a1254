import { parseAmount } from '#simulators/kit/money.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { unprocessable } from '#simulators/paypal/core/errors.ts'
import { type Account, type Capture, type Funding, findById, type Order } from '#simulators/paypal/core/state.ts'
import { emitCaptureEvent } from '#simulators/paypal/payments/events.ts'
import type { OrderParams } from './create-params.ts'
import { getApprovalUrl, toOrderObject } from './order-object.ts'

const unapprovedSeconds = 3 * 3600
const approvedSeconds = 72 * 3600

const hasExpired = (order: Order, now: number) => {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return false
  if (order.status === 'APPROVED') return (order.approvedAt ?? order.createdAt) + approvedSeconds <= now
  return order.createdAt + unapprovedSeconds <= now
}

/** An expired order is deleted first. */
export const findOrder = (context: Context, account: Account, id: string): Order | undefined => {
  const order = findById(account.orders, id)
  if (!order || !hasExpired(order, context.now())) return order
  delete account.orders[id]
  context.changed()
  return undefined
}

/** @throws PayPalError 422 for the invoice id of an earlier payment */
const checkInvoiceId = (account: Account, invoiceId: string | undefined) => {
  if (invoiceId === undefined) return
  const isPaid = Object.values(account.captures).some((capture) => capture.invoiceId === invoiceId && capture.status !== 'DECLINED')
  if (isPaid) throw unprocessable('DUPLICATE_INVOICE_ID', { field: '/purchase_units/0/invoice_id', value: invoiceId })
}

export const createOrder = (context: Context, account: Account, { unit, ...params }: OrderParams): Order => {
  checkInvoiceId(account, unit.invoice_id)
  const order: Order = {
    id: context.ids.resource(),
    createdAt: context.now(),
    updatedAt: context.now(),
    status: params.hasSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    payee: account.merchantId,
    funding: null,
    approvedAt: null,
    unit,
    ...params,
  }
  account.orders[order.id] = order
  context.changed()
  return order
}

export const canBeApproved = (order: Order) => order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED'

/** Nothing is paid before the app captures the order. */
export const approveOrder = (context: Context, account: Account, order: Order, funding: Funding) => {
  Object.assign(order, { status: 'APPROVED', funding, approvedAt: context.now(), updatedAt: context.now() })
  context.changed()
  context.emit(account, {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: toOrderObject(context, account, order, true),
  })
}

/** After a declined instrument the buyer has to choose another. @throws PayPalError 422 */
export const captureOrder = (context: Context, account: Account, order: Order): Capture => {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  const approvalLink = { href: getApprovalUrl(context, order), rel: 'payer-action', method: 'GET' }
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED', { links: [approvalLink] })
  checkInvoiceId(account, order.unit.invoice_id)
  if (order.funding === 'declined-card') {
    Object.assign(order, { status: 'PAYER_ACTION_REQUIRED', funding: null, approvedAt: null, updatedAt: context.now() })
    context.changed()
    throw unprocessable('INSTRUMENT_DECLINED', { links: [approvalLink], isStored: true })
  }
  const isPending = order.funding === 'echeck'
  const capture: Capture = {
    id: context.ids.resource(),
    orderId: order.id,
    createdAt: context.now(),
    updatedAt: context.now(),
    status: isPending ? 'PENDING' : 'COMPLETED',
    reason: isPending ? 'ECHECK' : null,
    amount: parseAmount(order.unit.amount.value),
    currency: order.unit.amount.currency_code,
    payee: order.payee,
    customId: order.unit.custom_id ?? null,
    invoiceId: order.unit.invoice_id ?? null,
    settlement: context.state.settlement,
  }
  account.captures[capture.id] = capture
  Object.assign(order, { status: 'COMPLETED', updatedAt: context.now() })
  context.changed()
  emitCaptureEvent(context, account, capture)
  return capture
}

export const settleCapture = (context: Context, account: Account, pending: Capture, outcome: 'complete' | 'deny') => {
  Object.assign(pending, {
    status: outcome === 'complete' ? 'COMPLETED' : 'DECLINED',
    reason: null,
    settlement: context.state.settlement,
    updatedAt: context.now(),
  })
  context.changed()
  emitCaptureEvent(context, account, pending)
}
