import type { Refund } from '#server/domain/payments/provider.ts'
import type { Cents } from '#shared/money.ts'
import type { PayPalClient } from './client.ts'
import { paths } from './paths.ts'
import { captureToRefund, type RefundAnswer, refundAnswer, toPayPalMoney } from './schemas.ts'

const states = { COMPLETED: 'succeeded', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const

/** Gives money of a payment back, in the currency in which it came. @throws ProviderError, with `isRefused` when PayPal won't */
export const refundCapture = async (api: PayPalClient, capture: string, amount: Cents, key: string): Promise<Refund> => {
  const path = paths.refundCapture(capture)
  const { amount: came } = await api.call(captureToRefund, { method: 'GET', path: paths.capture(capture) })
  const body = JSON.stringify({ amount: toPayPalMoney(amount, came.currency) })
  const made = await api.call(refundAnswer, { method: 'POST', path, requestId: key, whole: true, body })
  return refundFrom(made)
}

/** What became of a refund. @throws ProviderError */
export const fetchRefund = async (api: PayPalClient, ref: string): Promise<Refund> =>
  refundFrom(await api.call(refundAnswer, { method: 'GET', path: paths.refund(ref) }))

const refundFrom = ({ id, status, status_details: details }: RefundAnswer): Refund => ({
  ref: id,
  status: states[status],
  problem: states[status] === 'failed' ? problemWords(details?.reason) : null,
})

const problemWords = (reason: string | undefined): string =>
  reason ? `PayPal could not give the money back (${reason.toLowerCase().replaceAll('_', ' ')}).` : 'PayPal could not give the money back.'
