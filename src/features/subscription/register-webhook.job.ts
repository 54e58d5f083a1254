import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { canReceiveWebhooks } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type SellingServices, sellsPlans } from './sync.ts'
import { readWebhookRegistration, saveWebhookRegistration } from './webhook-registration.ts'

export const webhookPath = '/api/webhooks/stripe-platform'

const registerJob = job('subscription.webhook', {}, { lane: 'payments' })

const toWebhookUrl = (publicUrl: URL) => new URL(webhookPath, publicUrl).href

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
