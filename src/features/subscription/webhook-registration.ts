import type { Db } from '#server/platform/db/client.ts'
import { getServerKeyContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

type StoredWebhook = { url: string; webhookId: string | null; keyId: string | null; sealed: Buffer | null }

/** The secret is one of the server's own keys, which a rotation of the master key encrypts again. */
const toKeyName = (accountId: string) => `billing-webhook:${accountId}`

const readWebhook = async (db: Db, accountId: string): Promise<StoredWebhook | null> => {
  const [row] = await db.rows<StoredWebhook>(
    `select w.url, w.webhook_id as "webhookId", k.key_id as "keyId", k.sealed
     from billing_webhooks w left join server_keys k on k.name = $2 where w.account_id = $1`,
    [accountId, toKeyName(accountId)],
    'billing.webhook',
  )
  return row ?? null
}

export const readWebhookRegistration = async (db: Db, accountId: string): Promise<{ url: string; webhookId: string } | null> => {
  const webhook = await readWebhook(db, accountId)
  return webhook?.webhookId && webhook.sealed ? { url: webhook.url, webhookId: webhook.webhookId } : null
}

/** Signs the account's events; null before the webhook is registered. */
export const readWebhookSecret = async (db: Db, secrets: Secrets, accountId: string): Promise<string | null> => {
  const webhook = await readWebhook(db, accountId)
  if (!webhook?.sealed || webhook.keyId === null) return null
  return secrets.decrypt({ keyId: webhook.keyId, sealed: webhook.sealed }, getServerKeyContext(toKeyName(accountId)))
}

/** Also deletes those of accounts that are no longer in use. */
export const saveWebhookRegistration = async (
  db: Db,
  secrets: Secrets,
  accountId: string,
  { url, webhookId, secret }: { url: string; webhookId: string; secret: string },
): Promise<void> => {
  const name = toKeyName(accountId)
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
