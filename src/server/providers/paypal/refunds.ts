import type { Refund } from '#server/domain/payments/provider.ts'
import type { Amount } from '#shared/money.ts'
import type { PayPalClient } from './client.ts'
import { paths } from './paths.ts'
import { captureToRefund, type RefundAnswer, refundAnswer, toPayPalMoney } from './schemas.ts'

const statuses = { COMPLETED: 'succeeded', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const

export const createRefund = async (client: PayPalClient, capture: string, amount: Amount, key: string): Promise<Refund> => {
  const path = paths.refundCapture(capture)
  const { amount: captured } = await client.call(captureToRefund, { method: 'GET', path: paths.capture(capture) })
  const body = JSON.stringify({ amount: toPayPalMoney(amount, captured.currency) })
  const refund = await client.call(refundAnswer, { method: 'POST', path, requestId: key, whole: true, body })
  return toRefund(refund)
}

export const fetchRefund = async (client: PayPalClient, ref: string): Promise<Refund> =>
  toRefund(await client.call(refundAnswer, { method: 'GET', path: paths.refund(ref) }))

const toRefund = ({ id, status, status_details: details }: RefundAnswer): Refund => ({
  ref: id,
  status: statuses[status],
  problem: statuses[status] === 'failed' ? describeFailure(details?.reason) : null,
})

const describeFailure = (reason: string | undefined): string =>
  reason ? `PayPal could not give the money back (${reason.toLowerCase().replaceAll('_', ' ')}).` : 'PayPal could not give the money back.'
