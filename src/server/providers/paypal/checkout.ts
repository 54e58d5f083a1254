import type { CheckoutDetails, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { PaymentDeclined, ProviderError } from '#server/domain/payments/provider-error.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { toProviderStatus } from './payment-status.ts'
import { type Order, order, orderDone, toPayPalMoney } from './schemas.ts'
import type { RetryOptions } from './transport.ts'

const maxLength = 127
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const clean = (text: string): string => [...text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()].slice(0, maxLength).join('')

/** Drops query parameters with a placeholder that only Stripe replaces. */
const withoutPlaceholders = (text: string): string => {
  const url = new URL(text)
  for (const [name, value] of [...url.searchParams]) if (/[{}]/.test(value)) url.searchParams.delete(name)
  return url.href
}

/** Always the same for one attempt, since a repeated call must have the same body. */
const buildOrder = (attempt: PaymentAttempt, details: CheckoutDetails) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: attempt.id,
      // PayPal requires a unique invoice id, also for an invoice that is paid in parts.
      invoice_id: `${[...clean(details.number)].slice(0, maxLength - 9).join('')}-${attempt.id.slice(-8)}`,
      ...(clean(details.title) ? { description: clean(details.title) } : {}),
      amount: toPayPalMoney(attempt.amount, attempt.currency),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        ...(clean(details.businessName) ? { brand_name: clean(details.businessName) } : {}),
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: withoutPlaceholders(details.successUrl),
        cancel_url: withoutPlaceholders(details.cancelUrl),
      },
    },
  },
})

export const createOrder = async (
  client: PayPalClient,
  attempt: PaymentAttempt,
  details: CheckoutDetails,
): Promise<{ ref: string; url: null; payee: string | null }> => {
  const body = JSON.stringify(buildOrder(attempt, details))
  const created = await client.call(order, { method: 'POST', path: paths.orders, requestId: attempt.id, whole: true, body })
  const { attemptId, payee } = toProviderStatus(created)
  if (attemptId !== attempt.id) throw new ProviderError('PayPal answered with the order of another payment', { isKeySpent: true })
  return { ref: created.id, url: null, payee }
}

/** Null when PayPal doesn't know it. @throws ProviderError */
export const retrieveOrder = async (client: PayPalClient, ref: string, options: RetryOptions = {}): Promise<Order | null> => {
  const found = await client.call(order, { method: 'GET', path: paths.order(ref), ...options }).catch((error: unknown) => {
    if (error instanceof PayPalError && error.status === 404 && error.has('RESOURCE_NOT_FOUND')) return null
    throw error
  })
  if (found && found.id !== ref) throw new ProviderError('PayPal answered about another order than the one that was asked for')
  return found
}

/**
 * An order is only a permission, which expires after hours: without our capture no money moves. The caller doesn't wait for PayPal.
 * @throws ProviderError when PayPal refuses to return the order
 */
export const closeOrder = async (client: PayPalClient, ref: string): Promise<'closed' | 'was-paid'> => {
  const found = await retrieveOrder(client, ref, { tries: 1, timeoutMs: 5_000 }).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.isRefused) throw error
    return null
  })
  return found && ['paid', 'pending'].includes(toProviderStatus(found).state) ? 'was-paid' : 'closed'
}

/** The customer can choose another payment method after these. */
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

/** The result has to be fetched from the order. @throws PaymentDeclined, ProviderError */
export const captureOrder = async (client: PayPalClient, ref: string, key: string): Promise<void> => {
  try {
    const captured = await client.call(orderDone, { method: 'POST', path: paths.captureOrder(ref), requestId: key, body: '{}' })
    if (captured.id !== ref) throw new ProviderError('PayPal answered about another order than the one that was asked for')
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    if (error.has('ORDER_ALREADY_CAPTURED')) return
    if (error.has(...declines)) throw new PaymentDeclined('PayPal declined this way to pay. Please choose another one.', { cause: error })
    throw error
  }
}
