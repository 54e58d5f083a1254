import type Stripe from 'stripe'
import type { Refund } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { StripeClient } from './client.ts'
import { isConverted } from './payment-status.ts'

/** `amount` is in Stripe's unit. @throws ProviderError */
export const createRefund = async ({ sdk, call }: StripeClient, charge: string, amount: number, key: string): Promise<Refund> =>
  toRefund(await call(() => sdk.refunds.create({ charge, amount }, { idempotencyKey: key }), 'refund'))

export const fetchRefund = async ({ sdk, call }: StripeClient, ref: string): Promise<Refund> =>
  toRefund(await call(() => sdk.refunds.retrieve(ref), 'refund'))

const maxRefunds = 100

/**
 * Of a charge that Stripe converted, with what they moved on the account; null where there are more than one page, or where the key may not
 * read them. Refunds of other charges move what they say, and are not asked for. @throws ProviderError when Stripe gives no answer
 */
export const listRefunds = async ({ sdk, call }: StripeClient, charge: Stripe.Charge | null): Promise<Stripe.Refund[] | null> => {
  if (!charge || !isConverted(charge)) return []
  const expand = ['data.balance_transaction', 'data.failure_balance_transaction']
  try {
    const { data, has_more } = await call(() => sdk.refunds.list({ charge: charge.id, limit: maxRefunds, expand }), 'list')
    return has_more ? null : data
  } catch (error) {
    if (error instanceof ProviderError && error.isRefused && !error.isKeyRefused) return null
    throw error
  }
}

const failureMessages: Record<string, string> = {
  expired_or_canceled_card: 'The card has expired or was canceled.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  insufficient_funds: 'Your Stripe balance is too low.',
  declined: 'The bank declined the refund.',
  charge_for_pending_refund_disputed: 'The customer disputed the payment meanwhile.',
  merchant_request: 'It was canceled at your request.',
}

const toRefund = ({ id, status, failure_reason: reason }: Stripe.Refund): Refund => {
  if (status === 'succeeded') return { ref: id, status, problem: null }
  if (status !== 'failed' && status !== 'canceled') return { ref: id, status: 'pending', problem: null }
  const fallback = status === 'canceled' ? 'The refund was canceled.' : 'The bank sent the money back.'
  return { ref: id, status: 'failed', problem: (reason && failureMessages[reason]) ?? fallback }
}
