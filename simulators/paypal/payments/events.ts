import { toDecimal } from '#shared/money.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import type { Account, Capture, Refund } from '#simulators/paypal/core/state.ts'
import { captureObject } from './capture-object.ts'
import { refundObject } from './refund-object.ts'

/** 1230 -> '$ 12.30 USD', as PayPal writes sums in its events. */
const spoken = (amount: number, currency: string) => `$ ${toDecimal(amount)} ${currency}`

const ofState = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'Payment completed for'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'Payment pending for'],
  DECLINED: ['PAYMENT.CAPTURE.DENIED', 'Payment denied for'],
} as const

/** Says what has become of a captured payment. */
export const announceCapture = (world: World, account: Account, capture: Capture) => {
  if (capture.status === 'REFUNDED' || capture.status === 'PARTIALLY_REFUNDED') return
  const [type, said] = ofState[capture.status]
  const resource = captureObject(world, capture, 'alone')
  world.emit(account, { type, resourceType: 'capture', summary: `${said} ${spoken(capture.amount, capture.currency)}`, resource })
}

/** Says that money went back. The event carries the refund; its link 'up' leads to the capture. */
export const announceRefund = (world: World, account: Account, refund: Refund, why: 'refunded' | 'reversed') => {
  const sum = spoken(refund.amount, refund.currency)
  world.emit(account, {
    type: why === 'refunded' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.CAPTURE.REVERSED',
    resourceType: 'refund',
    summary: why === 'refunded' ? `A ${sum} capture payment was refunded` : `A ${sum} capture payment was reversed`,
    resource: refundObject(world, account, refund),
  })
}
