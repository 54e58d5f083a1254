import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { canReceiveWebhooks } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { getServerKeyContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type SellingServices, sellsPlans } from './sync.ts'

export const webhookPath = '/api/webhooks/stripe-platform'

const registerJob = job('subscription.webhook', {}, { lane: 'payments' })

const toWebhookUrl = (publicUrl: URL) => new URL(webhookPath, publicUrl).href

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

const readWebhookRegistration = async (db: Db, accountId: string): Promise<{ url: string; webhookId: string } | null> => {
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
const saveWebhookRegistration = async (
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

/**
 * Not queued while the webhook is registered for the current public URL or the provider can't reach this server. Costs one query when there
 * is nothing to do. @param userId who is about to subscribe
 */
export const queueBillingWebhook = async (
  db: Db,
  userId: number,
  account: { accountId: string; sandbox: boolean },
  publicUrl: URL,
): Promise<void> => {
  if (!canReceiveWebhooks(account, publicUrl)) return
  if ((await readWebhookRegistration(db, account.accountId))?.url === toWebhookUrl(publicUrl)) return
  await enqueue(db, registerJob, { userId }, { key: 'billing-webhook' })
}

/** The first key of our advisory locks; any constant of our own. */
const lockSpace = 740_326

/** One registration of an account at a time, on all nodes: two would remove each other's webhook. */
const withRegistrationLock = (database: Database, accountId: string, work: () => Promise<void>): Promise<void> =>
  database.asNobody(async (db) => {
    await db.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpace, accountId])
    await work()
  })

/** Also removes the webhook that was registered for another URL of this server. */
export const billingWebhookRunner = (services: Services) =>
  runner(registerJob, async () => {
    if (!sellsPlans(services) || !canReceiveWebhooks(services.plans, services.publicUrl())) return
    const accountId = await services.plans.accountId()
    await withRegistrationLock(services.database, accountId, () => register(services, accountId))
  })

const register = async ({ database, plans: provider, secrets, publicUrl, log }: SellingServices, accountId: string): Promise<void> => {
  const url = toWebhookUrl(publicUrl())
  const before = await database.asNobody((db) => readWebhookRegistration(db, accountId))
  if (before?.url === url) return
  // If this process dies before the registration is stored, the next try replaces the webhook of the same URL.
  const registered = await provider.registerWebhook(url)
  await database.asNobody((db) => saveWebhookRegistration(db, secrets, accountId, { url, ...registered }))
  if (!before) return
  await provider.removeWebhook(before.webhookId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log(`The webhook of the product's own account for ${before.url} wasn't removed: ${error.message}`)
  })
}
