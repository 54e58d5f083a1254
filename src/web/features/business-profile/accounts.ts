import type { BusinessProfileWire } from '#shared/api/business-profile.ts'
import type { Provider } from './calls.ts'

/** What the provider said of the keys that are kept. */
export type Account = Readonly<{
  status: BusinessProfileWire['stripeAccountStatus']
  mode: BusinessProfileWire['stripeMode']
  problem: string | null
}>
export type Accounts = Record<Provider, Account>

const none: Account = { status: 'not_connected', mode: null, problem: null }

/** Both accounts, as the saved profile has them. */
export const getAccounts = (saved: BusinessProfileWire | null): Accounts =>
  saved
    ? {
        stripe: { status: saved.stripeAccountStatus, mode: saved.stripeMode, problem: saved.stripeProblem },
        paypal: { status: saved.paypalAccountStatus, mode: saved.paypalMode, problem: saved.paypalProblem },
      }
    : { stripe: none, paypal: none }
