import type Stripe from 'stripe'
import { noParams } from './core/retrieve.ts'
import { defineRoute, type Route } from './core/route.ts'
import type { Account } from './core/state.ts'
import { getDisputedCents } from './payments/dispute.ts'

const toAccountObject = (account: Account): Stripe.Account => ({
  id: account.id,
  object: 'account',
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'US',
  created: account.created,
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
})

const toBalanceObject = (account: Account): Stripe.Balance => {
  const cents = Object.values(account.objects.charge)
    .filter((charge) => charge.status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded - getDisputedCents(account, charge), 0)
  return {
    object: 'balance',
    available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    livemode: account.livemode,
    pending: [{ amount: cents, currency: 'usd', source_types: { card: cents } }],
  }
}

/** The product validates a key by them when it is saved. */
export const accountRoutes: Route[] = [
  defineRoute('GET', '/v1/account', noParams, ({ account }) => toAccountObject(account)),
  defineRoute('GET', '/v1/balance', noParams, ({ account }) => toBalanceObject(account)),
]
