import { createHash } from 'node:crypto'

export type Mode = 'test' | 'live'
/** `table` is the account's key in the state. As with Stripe, the test and live mode of an account share only its id. */
type KeyOwner = { id: string; table: string; live: boolean; publishableKey: string }

const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
const derivePublishableKey = (accountPart: string, mode: Mode) => `pk_${mode}_sim_${digest(`publishable:${accountPart}`, 24)}`

/** The publishable key is a digest of the secret one, so that it reveals nothing of it. Keys of mode 'live' are for tests only. */
export const deriveStripeKeys = (seed: string, mode: Mode = 'test') => {
  const accountPart = digest(`secret:${seed}`, 32)
  return { publishableKey: derivePublishableKey(accountPart, mode), secretKey: `sk_${mode}_sim_${accountPart}` }
}

/** A key that ends in `_r2`, `_r3`... is a rolled key of the same account. */
export const parseSecretKey = (key: string): KeyOwner | null => {
  const [, mode, accountPart] = /^sk_(test|live)_sim_([A-Za-z0-9_-]{1,80}?)(?:_r\d+)?$/.exec(key) ?? []
  if (!accountPart) return null
  const live = mode === 'live'
  const id = `acct_1${digest(`account:${accountPart}`, 15)}`
  return { id, table: live ? `${id}_live` : id, live, publishableKey: derivePublishableKey(accountPart, live ? 'live' : 'test') }
}
