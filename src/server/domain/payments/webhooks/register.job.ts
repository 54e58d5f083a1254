import { z } from 'zod'
import type { Account } from '#server/domain/payments/accounts/accounts.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { deleteOtherEndpoints, findEndpoint, prepareEndpoint, saveRegistration } from './endpoints.ts'

const webhookJob = job('payments.webhook', { provider: z.enum(providerNames) }, { lane: 'payments' })

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)

/** A provider on the internet needs https and a public host; the built-in simulators run on this machine. */
export const canReceiveWebhooks = ({ sandbox }: { sandbox: boolean }, publicUrl: URL): boolean =>
  sandbox || (publicUrl.protocol === 'https:' && !isLoopback(publicUrl))

export const isWebhookRegistered = async (db: UserDb, account: Account, publicUrl: URL): Promise<boolean> => {
  const endpoint = await findEndpoint(db, account)
  if (!endpoint?.webhookId || !canReceiveWebhooks(account, publicUrl)) return false
  return new URL(endpoint.url).origin === publicUrl.origin
}

export const queueWebhookRegistration = async (db: UserDb, account: Account, publicUrl: URL): Promise<void> => {
  if (!canReceiveWebhooks(account, publicUrl) || (await isWebhookRegistered(db, account, publicUrl))) return
  const { provider } = account
  await enqueue(db, webhookJob, { userId: db.userId, provider }, { key: `webhook-${db.userId}-${provider}` })
}

/** The first key of our advisory locks; any constant of our own. */
const lockSpace = 740_324

/** One registration of a user at a time: two would remove each other's webhook. */
const withRegistrationLock = (database: Database, userId: number, work: () => Promise<void>): Promise<void> =>
  database.asUser(userId, async (db) => {
    await db.rows('select pg_advisory_xact_lock($1, hashint8($2))', [lockSpace, userId])
    await work()
  })

/** Removes the webhook that was registered for another URL of this server. */
export const webhookRegistrationRunner = (services: Services) =>
  runner(webhookJob, ({ userId, provider }) => withRegistrationLock(services.database, userId, () => register(services, userId, provider)))

const register = async ({ database, accounts, secrets, publicUrl, log }: Services, userId: number, name: ProviderName): Promise<void> => {
  const prepared = await database.asUser(userId, async (db) => {
    const account = await accounts.account(db, name)
    await deleteOtherEndpoints(db, name, account?.accountId ?? null)
    if (!account || !canReceiveWebhooks(account, publicUrl())) return null
    return { ...(await prepareEndpoint(db, account, publicUrl())), provider: (await accounts.provider(db, name))! }
  })
  if (!prepared) return
  const { endpoint, outdated, provider } = prepared
  const remove = (webhookId: string) =>
    provider.removeWebhook(webhookId).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      log(`A ${name} webhook of user ${userId} wasn't removed: ${error.message}`)
    })
  if (outdated) await remove(outdated)
  if (endpoint.webhookId) return
  const registration = await provider.registerWebhook(endpoint.url)
  const isSaved = await database.asUser(userId, (db) => saveRegistration(db, secrets, endpoint, registration))
  if (!isSaved) await remove(registration.webhookId)
}
