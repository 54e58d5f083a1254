import type Stripe from 'stripe'
import { convert, type Settlement } from '#simulators/kit/settlement.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { getUnitDecimals } from '#simulators/stripe/core/currencies.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

/** Stripe's fee for a card payment in the US: 2.9% and 30 cents. */
const getFee = (amount: number) => Math.min(amount, Math.round((amount * 29) / 1000) + 30)

/** What a charge adds to the balance, in its currency or in that of the account. */
const settle = ({ amount, currency }: Stripe.Charge, settlement: Settlement | null) => {
  if (!settlement || settlement.currency.toLowerCase() === currency) return { amount, currency, exchange_rate: null }
  const target = settlement.currency.toLowerCase()
  const decimals = { from: getUnitDecimals(currency) ?? 2, to: getUnitDecimals(target) ?? 2 }
  return { amount: convert(amount, settlement.rate, decimals), currency: target, exchange_rate: Number(settlement.rate) }
}

/** Records the movement of the account's balance for a charge that succeeded, with Stripe's fee. */
export const recordBalanceTransaction = (context: Context, account: Account, charge: Stripe.Charge): void => {
  const settled = settle(charge, context.state.settlement)
  const fee = getFee(settled.amount)
  const transaction = store(account, 'balance_transaction', {
    id: context.newId('txn_'),
    object: 'balance_transaction',
    amount: settled.amount,
    available_on: context.now() + 2 * 24 * 3600,
    balance_type: 'payments',
    created: context.now(),
    currency: settled.currency,
    description: charge.description,
    exchange_rate: settled.exchange_rate,
    fee,
    fee_details: [
      { amount: fee, application: null, currency: settled.currency, description: 'Stripe processing fees', type: 'stripe_fee' },
    ],
    net: settled.amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  })
  charge.balance_transaction = transaction.id
}
