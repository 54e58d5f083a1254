import type Stripe from 'stripe'
import { expandPaths, shape } from './core/params.ts'
import { type Route, route } from './core/route.ts'
import type { Account } from './core/state.ts'
import { disputedCents } from './payments/dispute.ts'

const accountObject = (account: Account): Stripe.Account => ({
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

const balanceObject = (account: Account): Stripe.Balance => {
  const cents = Object.values(account.objects.charge)
    .filter((charge) => charge.status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded - disputedCents(account, charge), 0)
  return {
    object: 'balance',
    available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    livemode: account.livemode,
    pending: [{ amount: cents, currency: 'usd', source_types: { card: cents } }],
  }
}

const read = shape({ expand: expandPaths })

/** The account itself and its balance: what a key is checked with when it is saved. */
export const accountRoutes: Route[] = [
  route('GET', '/v1/account', read, ({ account }) => accountObject(account)),
  route('GET', '/v1/balance', read, ({ account }) => balanceObject(account)),
]
