import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

/** Stripe's fee for a card payment in the US: 2.9% and 30 cents. */
const getFee = (amount: number) => Math.min(amount, Math.round((amount * 29) / 1000) + 30)

/** Records the movement of the account's balance for a charge that succeeded, with Stripe's fee. */
export const recordBalanceTransaction = (context: Context, account: Account, charge: Stripe.Charge): void => {
  const fee = getFee(charge.amount)
  const transaction = store(account, 'balance_transaction', {
    id: context.newId('txn_'),
    object: 'balance_transaction',
    amount: charge.amount,
    available_on: context.now() + 2 * 24 * 3600,
    balance_type: 'payments',
    created: context.now(),
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency: charge.currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: charge.amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  })
  charge.balance_transaction = transaction.id
}
