import type { Context } from '#simulators/paypal/core/context.ts'
import { notFound, unprocessable } from '#simulators/paypal/core/errors.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import { readAmount, readObject, readOptionalText } from '#simulators/paypal/core/params.ts'
import type { ApiCall } from '#simulators/paypal/core/route.ts'
import { type Account, type Capture, findById, listRefunds, type Refund } from '#simulators/paypal/core/state.ts'
import { emitRefundEvent } from './events.ts'
import { countsAsRefunded } from './refund-object.ts'

const isDisputed = (account: Account, capture: Capture) =>
  Object.values(account.disputes).some((dispute) => dispute.captureId === capture.id && dispute.status === 'open')

/** In cents. */
const getRefundable = (account: Account, capture: Capture) =>
  capture.amount -
  listRefunds(account, capture)
    .filter(countsAsRefunded)
    .reduce((sum, refund) => sum + refund.amount, 0)

const updateCaptureStatus = (context: Context, account: Account, capture: Capture) => {
  const done = listRefunds(account, capture).filter(({ status }) => status === 'COMPLETED')
  const back = done.reduce((sum, refund) => sum + refund.amount, 0)
  capture.status = back === 0 ? 'COMPLETED' : back < capture.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  capture.updatedAt = context.now()
  context.changed()
}

const checkRefundable = (account: Account, capture: Capture, requested: number) => {
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED')
  if (capture.reason === 'CHARGEBACK') throw unprocessable('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  const rest = getRefundable(account, capture)
  if (rest === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (requested > rest)
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: toMoney(requested, capture.currency).value })
  if (requested < rest && isDisputed(account, capture)) throw unprocessable('TRANSACTION_DISPUTED')
}

const storeRefund = (
  context: Context,
  account: Account,
  capture: Capture,
  refund: Omit<Refund, 'id' | 'captureId' | 'createdAt' | 'updatedAt' | 'currency' | 'settlement'>,
) => {
  const dated = { id: context.ids.resource(), captureId: capture.id, createdAt: context.now(), updatedAt: context.now() }
  const stored: Refund = { ...dated, currency: capture.currency, settlement: context.state.settlement, ...refund }
  account.refunds[stored.id] = stored
  updateCaptureStatus(context, account, capture)
  return stored
}

/** @throws PayPalError 422 for what the capture does not allow */
export const createRefund = ({ account, context, id, body }: ApiCall): Refund => {
  const capture = findById(account.captures, id)
  if (!capture) throw notFound()
  const params = body === undefined ? {} : readObject(body, '/')
  const requested =
    params.amount === undefined ? getRefundable(account, capture) : readAmount(params.amount, '/amount', 'positive', capture.currency)
  const texts = {
    note: readOptionalText(params.note_to_payer, '/note_to_payer', 255) ?? null,
    customId: readOptionalText(params.custom_id, '/custom_id', 127) ?? null,
    invoiceId: readOptionalText(params.invoice_id, '/invoice_id', 127) ?? null,
  }
  checkRefundable(account, capture, requested)
  if (context.state.refunds === 'refuse') throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS')
  const status = context.state.refunds === 'pending' ? 'PENDING' : 'COMPLETED'
  const refund = storeRefund(context, account, capture, { status, amount: requested, ...texts })
  if (status === 'COMPLETED') emitRefundEvent(context, account, refund, 'refunded')
  return refund
}

/** PayPal sends an event only for a completed refund. */
export const settleRefund = (context: Context, account: Account, pending: Refund, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') => {
  Object.assign(pending, { status, updatedAt: context.now() })
  const capture = findById(account.captures, pending.captureId)
  if (capture) updateCaptureStatus(context, account, capture)
  if (status === 'COMPLETED') emitRefundEvent(context, account, pending, 'refunded')
}

/** The rest of the capture, as PayPal does after a lost dispute. */
export const reverseCapture = (context: Context, account: Account, capture: Capture) => {
  const nothing = { note: null, customId: null, invoiceId: null }
  const rest = getRefundable(account, capture)
  if (rest === 0) return
  const refund = storeRefund(context, account, capture, { status: 'COMPLETED', amount: rest, ...nothing })
  capture.reason = 'CHARGEBACK'
  emitRefundEvent(context, account, refund, 'reversed')
}
