import type Stripe from 'stripe'
import type { Refund } from '#server/domain/payments/provider.ts'
import type { StripeClient } from './client.ts'

/** Refunds a part of a charge. @param amount in Stripe's unit. @throws ProviderError */
export const createRefund = async ({ sdk, call }: StripeClient, charge: string, amount: number, key: string): Promise<Refund> =>
  toRefund(await call(() => sdk.refunds.create({ charge, amount }, { idempotencyKey: key }), 'refund'))

/** @throws ProviderError */
export const fetchRefund = async ({ sdk, call }: StripeClient, ref: string): Promise<Refund> =>
  toRefund(await call(() => sdk.refunds.retrieve(ref), 'refund'))

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
