import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { isLoopback } from '#server/domain/payments/webhooks/reachable.ts'
import type { BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { readWebhookRegistration, saveWebhookRegistration } from './webhook-registration.ts'

/** Where the card provider sends the events of the product's own account. */
export const webhookPath = '/api/webhooks/stripe-platform'

const registerJob = job('subscription.webhook', {}, { lane: 'payments' })

const addressOf = (publicUrl: URL) => new URL(webhookPath, publicUrl).href

/** Whether the provider can reach us: from the internet only by https; the built-in stand-in is on this machine. */
const canBeTold = (sandbox: boolean, publicUrl: URL): boolean => sandbox || (publicUrl.protocol === 'https:' && !isLoopback(publicUrl))

/**
 * Has the account's events sent to the address that we have today, unless they are already or can't be. Costs one small query when there is
 * nothing to do.
 * @param account the provider's account in use
 * @param userId who is about to have a subscription there; the job stands in his name
 */
export const queueBillingWebhook = async (
  db: Db,
  userId: number,
  { accountId, sandbox }: { accountId: string; sandbox: boolean },
  publicUrl: URL,
): Promise<void> => {
  if (!canBeTold(sandbox, publicUrl)) return
  if ((await readWebhookRegistration(db, accountId))?.url === addressOf(publicUrl)) return
  await enqueue(db, registerJob, { userId }, { key: 'billing-webhook' })
}

type Deps = { database: Database; provider: BillingProvider; secrets: Secrets; publicUrl: () => URL; log: (line: string) => void }

/** Says which advisory lock is ours; any constant will do. */
const lockSpace = 740_326

/** One registration of an account at a time, on all servers: of two, each would end the other's. */
const alone = (database: Database, accountId: string, work: () => Promise<void>): Promise<void> =>
  database.asNobody(async (db) => {
    await db.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpace, accountId])
    await work()
  })

/**
 * Registers our address with the provider's account, and ends what was registered for an address that we no longer have.
 * @param deps null where plans can't be bought (any more)
 */
export const billingWebhookRunner = (deps: Deps | null) =>
  runner(registerJob, async () => {
    if (!deps || !canBeTold(deps.provider.sandbox, deps.publicUrl())) return
    const accountId = await deps.provider.accountId()
    await alone(deps.database, accountId, () => register(deps, accountId))
  })

const register = async ({ database, provider, secrets, publicUrl, log }: Deps, accountId: string): Promise<void> => {
  const url = addressOf(publicUrl())
  const before = await database.asNobody((db) => readWebhookRegistration(db, accountId))
  if (before?.url === url) return
  // Should we die before it is kept, the next try ends this one: it is for the same address.
  const opened = await provider.registerWebhook(url)
  await database.asNobody((db) => saveWebhookRegistration(db, secrets, accountId, { url, ...opened }))
  if (!before) return
  await provider.removeWebhook(before.webhookId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log(`The events of the product's own account may still go to an old address, ${before.url}: ${error.message}`)
  })
}
