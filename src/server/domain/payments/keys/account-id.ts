import { createHash } from 'node:crypto'
import { getPayPalAccountId } from '#server/domain/payments/accounts/accounts.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { KeyPair } from './validate.ts'

/** Of secret keys that nobody could be asked about yet. */
const provisional = 'key-'

/**
 * What an account is told apart by. Of a card account, test and live mode have one id and share nothing else: a page of the one can't be read with
 * a key of the other.
 */
export const toAccountId = (name: ProviderName, { accountId, mode }: { accountId: string; mode: 'live' | 'test' }): string =>
  name === 'stripe' && mode === 'test' ? `${accountId}:test` : accountId

/** The same before the provider was asked; null when it takes the other half to tell. */
export const toProvisionalAccountId = (name: ProviderName, { shown, secret }: KeyPair): string | null => {
  if (name === 'paypal') return shown && getPayPalAccountId(shown)
  return secret && `${provisional}${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`
}

/** Gives what was begun before the account's own id was known that id: attempts, the endpoint of its events and its last comparison. */
export const renameAccount = async (db: UserDb, name: ProviderName, from: string | null, to: string): Promise<void> => {
  if (!from?.startsWith(provisional) || from === to) return
  const names = [db.userId, name, from, to]
  await db.rows('update payment_attempts set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3', names)
  await db.rows('update payment_checks set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3', names)
  await db.rows(
    `update webhook_endpoints set account_id = $4 where user_id = $1 and provider = $2 and account_id = $3
     and not exists (select 1 from webhook_endpoints where user_id = $1 and provider = $2 and account_id = $4)`,
    names,
  )
}
