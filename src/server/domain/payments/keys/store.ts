import type { UserDb } from '#server/platform/db/client.ts'
import { getCredentialContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { EncryptedValue, Secrets } from '#server/platform/encryption/secrets.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { KeyPair } from './validate.ts'

export type StoredCredential = EncryptedValue & {
  accountId: string | null
  status: 'unchecked' | 'connected' | 'error'
  /** Raised by each change of the secret. */
  version: number
}

/** A provider's keys as they are kept. */
export type StoredKeys = { shown: string | null; credential: StoredCredential | null }

export const readStoredKeys = async (db: UserDb, name: ProviderName): Promise<StoredKeys> => {
  const [profile] = await db.rows<{ shown: string | null }>(
    `select ${name === 'stripe' ? 'stripe_publishable_key' : 'paypal_client_id'} as shown from business_profiles where user_id = $1`,
    [db.userId],
  )
  const [credential] = await db.rows<StoredCredential>(
    `select key_id as "keyId", sealed_secret as sealed, account_id as "accountId", status, version
     from payment_credentials where user_id = $1 and provider = $2`,
    [db.userId, name],
  )
  return { shown: profile?.shown ?? null, credential: credential ?? null }
}

/** Opens them. A secret that can't be opened any more counts as none: it is all the more worth replacing. */
export const decryptKeys = (secrets: Secrets, userId: number, name: ProviderName, { shown, credential }: StoredKeys): KeyPair => {
  try {
    return { shown, secret: credential && secrets.decrypt(credential, getCredentialContext(userId, name)) }
  } catch {
    return { shown, secret: null }
  }
}

/** By its end its owner knows a key; of a short one it would give away too much. */
const lastOf = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : null)

/** Seals a secret and keeps it in place of the one before. */
export const saveSecret = async (secrets: Secrets, db: UserDb, name: ProviderName, secret: string): Promise<void> => {
  const { keyId, sealed } = secrets.encrypt(secret, getCredentialContext(db.userId, name))
  await db.rows(
    `insert into payment_credentials as kept (user_id, provider, key_id, sealed_secret, secret_last4) values ($1, $2, $3, $4, $5)
     on conflict (user_id, provider) do update set key_id = excluded.key_id, sealed_secret = excluded.sealed_secret,
       secret_last4 = excluded.secret_last4, version = kept.version + 1, updated_at = now()`,
    [db.userId, name, keyId, sealed, lastOf(secret)],
  )
}

/** What the provider said of the keys that are kept. */
export type KeyStatus = {
  accountId: string | null
  status: 'unchecked' | 'connected'
  mode: 'live' | 'test' | null
  problem: string | null
}

export const saveKeyStatus = (db: UserDb, name: ProviderName, { accountId, status, mode, problem }: KeyStatus) =>
  db.rows(
    `update payment_credentials set account_id = $3, status = $4, mode = $5, problem = $6, updated_at = now(),
       checked_at = case when $4 = 'connected' then now() end
     where user_id = $1 and provider = $2`,
    [db.userId, name, accountId, status, mode, problem],
  )
