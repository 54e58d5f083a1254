import type { Context } from '#simulators/paypal/core/context.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import type { Account, Capture, Refund } from '#simulators/paypal/core/state.ts'
import { toCaptureObject } from './capture-object.ts'
import { toRefundObject } from './refund-object.ts'

/** PayPal's format: '$ 12.30 USD'. */
const formatSum = (amount: number, currency: string) => `$ ${toMoney(amount, currency).value} ${currency}`

const eventsByStatus = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'Payment completed for'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'Payment pending for'],
  DECLINED: ['PAYMENT.CAPTURE.DENIED', 'Payment denied for'],
} as const

export const emitCaptureEvent = (context: Context, account: Account, capture: Capture) => {
  if (capture.status === 'REFUNDED' || capture.status === 'PARTIALLY_REFUNDED') return
  const [type, text] = eventsByStatus[capture.status]
  const resource = toCaptureObject(context, capture, 'alone')
  context.emit(account, { type, resourceType: 'capture', summary: `${text} ${formatSum(capture.amount, capture.currency)}`, resource })
}

/** It contains the refund, whose link 'up' leads to the capture. */
export const emitRefundEvent = (context: Context, account: Account, refund: Refund, kind: 'refunded' | 'reversed') => {
  const sum = formatSum(refund.amount, refund.currency)
  context.emit(account, {
    type: kind === 'refunded' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.CAPTURE.REVERSED',
    resourceType: 'refund',
    summary: kind === 'refunded' ? `A ${sum} capture payment was refunded` : `A ${sum} capture payment was reversed`,
    resource: toRefundObject(context, account, refund),
  })
}
