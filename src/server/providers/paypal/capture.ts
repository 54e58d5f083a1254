import { PaymentDeclined, ProviderError } from '#server/domain/payments/provider.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { orderDone } from './schemas.ts'

/** The customer can mend these himself, by choosing another way to pay. */
const declines = [
  'INSTRUMENT_DECLINED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'COMPLIANCE_VIOLATION',
]

/**
 * Takes the money of an approved order. What came of it, only reading the order tells.
 * @throws Declined, ProviderError
 */
export const captureOrder = async (api: PayPalClient, ref: string, key: string): Promise<void> => {
  try {
    const done = await api.call(orderDone, { method: 'POST', path: paths.captureOrder(ref), requestId: key, body: '{}' })
    if (done.id !== ref) throw new ProviderError('PayPal answered about another order than the one that was asked for')
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    if (error.has('ORDER_ALREADY_CAPTURED')) return
    if (error.has(...declines)) throw new PaymentDeclined('PayPal declined this way to pay. Please choose another one.', { cause: error })
    throw error
  }
}
