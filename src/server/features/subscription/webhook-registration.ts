import type { Db } from '#server/platform/db/client.ts'
import { getServerKeyContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

/** Where an account of the product's own sends its events. */
type Kept = { url: string; webhookId: string | null; keyId: string | null; sealed: Buffer | null }

/** By what the secret is known among the server's own keys, which are sealed anew with them when the master key changes. */
const keyName = (accountId: string) => `billing-webhook:${accountId}`

const read = async (db: Db, accountId: string): Promise<Kept | null> => {
  const [row] = await db.rows<Kept>(
    `select w.url, w.webhook_id as "webhookId", k.key_id as "keyId", k.sealed
     from billing_webhooks w left join server_keys k on k.name = $2 where w.account_id = $1`,
    [accountId, keyName(accountId)],
    'billing.webhook',
  )
  return row ?? null
}

/** What is registered with the provider, and for which address; null before anything was. */
export const readWebhookRegistration = async (db: Db, accountId: string): Promise<{ url: string; webhookId: string } | null> => {
  const kept = await read(db, accountId)
  return kept?.webhookId && kept.sealed ? { url: kept.url, webhookId: kept.webhookId } : null
}

/** What the account's events are signed with; null before its address is registered. */
export const readWebhookSecret = async (db: Db, secrets: Secrets, accountId: string): Promise<string | null> => {
  const kept = await read(db, accountId)
  if (!kept?.sealed || kept.keyId === null) return null
  return secrets.decrypt({ keyId: kept.keyId, sealed: kept.sealed }, getServerKeyContext(keyName(accountId)))
}

/** Keeps what an address was registered with, and forgets accounts that are no longer in use: their keys are gone, and so are their events. */
export const saveWebhookRegistration = async (
  db: Db,
  secrets: Secrets,
  accountId: string,
  { url, webhookId, secret }: { url: string; webhookId: string; secret: string },
): Promise<void> => {
  const name = keyName(accountId)
  const { keyId, sealed } = secrets.encrypt(secret, getServerKeyContext(name))
  await db.rows(
    `insert into billing_webhooks (account_id, url, webhook_id) values ($1, $2, $3)
     on conflict (account_id) do update set url = excluded.url, webhook_id = excluded.webhook_id, updated_at = now()`,
    [accountId, url, webhookId],
  )
  await db.rows(
    `insert into server_keys (name, key_id, sealed) values ($1, $2, $3)
     on conflict (name) do update set key_id = excluded.key_id, sealed = excluded.sealed, updated_at = now()`,
    [name, keyId, sealed],
  )
  await db.rows('delete from billing_webhooks where account_id <> $1', [accountId])
  await db.rows("delete from server_keys where name like 'billing-webhook:%' and name <> $1", [name])
}
