import { createHash } from 'node:crypto'
import { getPayPalAccountId } from '#server/domain/payments/accounts/accounts.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { KeyPair } from './validate.ts'

/** Prefix of the ids of Stripe accounts whose key isn't checked yet. */
const provisionalPrefix = 'key-'

const isProvisionalAccountId = (accountId: string | null): boolean => accountId?.startsWith(provisionalPrefix) === true

/** Stripe has one account id for test and live mode, although keys of one mode can't read objects of the other. Here they are two accounts. */
export const toAccountId = (name: ProviderName, { accountId, mode }: { accountId: string; mode: 'live' | 'test' }): string =>
  name === 'stripe' && mode === 'test' ? `${accountId}:test` : accountId

/** Of keys that aren't checked yet; null while the key that identifies the account is missing. */
export const toProvisionalAccountId = (name: ProviderName, { publicKey, secret }: KeyPair): string | null => {
  if (name === 'paypal') return publicKey && getPayPalAccountId(publicKey)
  return secret && `${provisionalPrefix}${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`
}

/** In the attempts, the webhook endpoint and the last comparison. Other ids stay. */
export const renameProvisionalAccount = async (db: UserDb, name: ProviderName, from: string | null, to: string): Promise<void> => {
  if (!isProvisionalAccountId(from) || from === to) return
  const params = [db.userId, name, from, to]
  db.announce('payments')
  await db.rows('update payment_attempts set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3', params)
  await db.rows('update payment_checks set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3', params)
  await db.rows(
    `update webhook_endpoints set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3
     and not exists (select 1 from webhook_endpoints where user_id = $1 and provider = $2 and account_id = $4)`,
    params,
  )
}
