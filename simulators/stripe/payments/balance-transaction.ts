import type Stripe from 'stripe'
import { convert, type Settlement } from '#simulators/kit/settlement.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { getUnitDecimals } from '#simulators/stripe/core/currencies.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

/** Stripe's fee for a card payment in the US: 2.9% and 30 cents. Refunds and disputes are free here; a refund returns no fee. */
const getFee = (amount: number) => Math.min(amount, Math.round((amount * 29) / 1000) + 30)

type Money = { amount: number; currency: string }

/** In the amount's currency or, at the rate of the moment, in that of the account. */
const settle = ({ amount, currency }: Money, settlement: Settlement | null) => {
  if (!settlement || settlement.currency.toLowerCase() === currency) return { amount, currency, exchange_rate: null }
  const target = settlement.currency.toLowerCase()
  const decimals = { from: getUnitDecimals(currency) ?? 2, to: getUnitDecimals(target) ?? 2 }
  return { amount: convert(amount, settlement.rate, decimals), currency: target, exchange_rate: Number(settlement.rate) }
}

type Movement = {
  money: Money
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal'
  direction: 1 | -1
  source: string
  description: string | null
}

const record = (context: Context, account: Account, { money, type, category, direction, source, description }: Movement) => {
  const settled = settle(money, context.state.settlement)
  const amount = direction * settled.amount
  const fee = type === 'charge' ? getFee(amount) : 0
  return store(account, 'balance_transaction', {
    id: context.newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: context.now() + 2 * 24 * 3600,
    balance_type: 'payments',
    created: context.now(),
    currency: settled.currency,
    description,
    exchange_rate: settled.exchange_rate,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: settled.currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  })
}

export const recordCharge = (context: Context, account: Account, charge: Stripe.Charge): void => {
  const { id: source, description } = charge
  const movement: Movement = { money: charge, type: 'charge', category: 'charge', direction: 1, source, description }
  charge.balance_transaction = record(context, account, movement).id
}

/** Converted at the rate of this moment and not at that of the charge. */
export const recordRefund = (context: Context, account: Account, refund: Stripe.Refund): void => {
  const movement: Movement = { money: refund, type: 'refund', category: 'refund', direction: -1, source: refund.id, description: null }
  refund.balance_transaction = record(context, account, movement).id
}

/** The money of a refund came back. */
export const recordFailedRefund = (context: Context, account: Account, refund: Stripe.Refund): void => {
  const type = 'refund_failure'
  const movement: Movement = { money: refund, type, category: type, direction: 1, source: refund.id, description: 'REFUND FAILURE' }
  refund.failure_balance_transaction = record(context, account, movement).id
}

/** 'reinstated' once the dispute is won. Converted at the rate of this moment. */
export const recordDispute = (context: Context, account: Account, dispute: Stripe.Dispute, event: 'withdrawn' | 'reinstated'): void => {
  const isWithdrawn = event === 'withdrawn'
  const transaction = record(context, account, {
    money: dispute,
    type: 'adjustment',
    category: isWithdrawn ? 'dispute' : 'dispute_reversal',
    direction: isWithdrawn ? -1 : 1,
    source: dispute.id,
    description: isWithdrawn ? 'Chargeback withdrawal' : 'Chargeback reversal',
  })
  dispute.balance_transactions.push(transaction)
}
