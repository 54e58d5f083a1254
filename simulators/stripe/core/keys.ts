import { createHash } from 'node:crypto'

export type Mode = 'test' | 'live'
/** `table` is what the state keeps the account under: as with Stripe, test and live mode of one account share nothing but its id. */
export type KeyOwner = { id: string; table: string; live: boolean; publishableKey: string }

const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
const publishableOf = (accountPart: string, mode: Mode) => `pk_${mode}_sim_${digest(`publishable:${accountPart}`, 24)}`

/**
 * A simulated account's keys for a business, the same for the same seed text. The publishable key is a digest of the secret one,
 * so that a page which shows it gives nothing away. Keys of mode 'live' serve tests of what must not mix; no money moves with them either.
 */
export const deriveStripeKeys = (seed: string, mode: Mode = 'test') => {
  const accountPart = digest(`secret:${seed}`, 32)
  return { publishableKey: publishableOf(accountPart, mode), secretKey: `sk_${mode}_sim_${accountPart}` }
}

/**
 * The account that a secret key belongs to, or null when it is none of this sandbox's keys. A key ending in `_r2`, `_r3`... is a
 * rolled key of the same account.
 */
export const accountOfKey = (key: string): KeyOwner | null => {
  const [, mode, accountPart] = /^sk_(test|live)_sim_([A-Za-z0-9_-]{1,80}?)(?:_r\d+)?$/.exec(key) ?? []
  if (!accountPart) return null
  const live = mode === 'live'
  const id = `acct_1${digest(`account:${accountPart}`, 15)}`
  return { id, table: live ? `${id}_live` : id, live, publishableKey: publishableOf(accountPart, live ? 'live' : 'test') }
}
