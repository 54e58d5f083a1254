import type { UserDb } from '#server/platform/db/client.ts'
import { getCredentialContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { EncryptedValue, Secrets } from '#server/platform/encryption/secrets.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { KeyPair } from './validate.ts'

type StoredCredential = EncryptedValue & {
  accountId: string | null
  status: 'unchecked' | 'connected' | 'error'
  /** Raised by each change of the secret. */
  version: number
}

export type StoredKeys = { publicKey: string | null; credential: StoredCredential | null }

export const readStoredKeys = async (db: UserDb, name: ProviderName): Promise<StoredKeys> => {
  const column = name === 'stripe' ? 'stripe_publishable_key' : 'paypal_client_id'
  const [profile] = await db.rows<{ publicKey: string | null }>(
    `select ${column} as "publicKey" from business_profiles where user_id = $1`,
    [db.userId],
  )
  const [credential] = await db.rows<StoredCredential>(
    `select key_id as "keyId", sealed_secret as sealed, account_id as "accountId", status, version
     from payment_credentials where user_id = $1 and provider = $2`,
    [db.userId, name],
  )
  return { publicKey: profile?.publicKey ?? null, credential: credential ?? null }
}

/** A secret that can't be decrypted counts as missing, so that it can be replaced. */
export const decryptKeys = (secrets: Secrets, userId: number, name: ProviderName, { publicKey, credential }: StoredKeys): KeyPair => {
  try {
    return { publicKey, secret: credential && secrets.decrypt(credential, getCredentialContext(userId, name)) }
  } catch {
    return { publicKey, secret: null }
  }
}

/** The last four characters, by which the owner recognizes the key. Of a short key they would reveal too much. */
const getLast4 = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : null)

export const saveSecret = async (secrets: Secrets, db: UserDb, name: ProviderName, secret: string): Promise<void> => {
  const { keyId, sealed } = secrets.encrypt(secret, getCredentialContext(db.userId, name))
  db.announce('profile')
  await db.rows(
    `insert into payment_credentials as kept (user_id, provider, key_id, sealed_secret, secret_last4) values ($1, $2, $3, $4, $5)
     on conflict (user_id, provider) do update set key_id = excluded.key_id, sealed_secret = excluded.sealed_secret,
       secret_last4 = excluded.secret_last4, version = kept.version + 1, updated_at = excluded.updated_at`,
    [db.userId, name, keyId, sealed, getLast4(secret)],
  )
}

/** `problem` is a text for the owner. */
export type KeyStatus = {
  accountId: string | null
  status: 'unchecked' | 'connected'
  mode: 'live' | 'test' | null
  problem: string | null
}

export const saveKeyStatus = async (db: UserDb, name: ProviderName, { accountId, status, mode, problem }: KeyStatus): Promise<void> => {
  db.announce('profile')
  await db.rows(
    `update payment_credentials set account_id = $3, status = $4, mode = $5, problem = $6, updated_at = now(),
       checked_at = ${status === 'connected' ? 'now()' : 'null'}
     where user_id = $1 and provider = $2`,
    [db.userId, name, accountId, status, mode, problem],
  )
}
