import { createHash } from 'node:crypto'

const secretPrefix = 'sk_test_sim_'
const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
const publishableOf = (accountPart: string) => `pk_test_sim_${digest(`publishable:${accountPart}`, 24)}`

/**
 * A simulated account's keys for a business, the same for the same seed text. The publishable key is a digest of the secret one,
 * so that a page which shows it gives nothing away.
 */
export const sandboxKeys = (seed: string) => {
  const accountPart = digest(`secret:${seed}`, 32)
  return { publishableKey: publishableOf(accountPart), secretKey: secretPrefix + accountPart }
}

/**
 * The account that a secret key belongs to, or null when it is none of this sandbox's keys. A key ending in `_r2`, `_r3`... is a
 * rolled key of the same account.
 */
export const accountOfKey = (key: string) => {
  const accountPart = /^sk_test_sim_([A-Za-z0-9_-]{1,80}?)(?:_r\d+)?$/.exec(key)?.[1]
  if (!accountPart) return null
  return { id: `acct_1${digest(`account:${accountPart}`, 15)}`, publishableKey: publishableOf(accountPart) }
}
