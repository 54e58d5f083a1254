import { z } from 'zod'
import type { Account, Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { ProviderError } from '#server/domain/payments/provider.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { deleteOtherEndpoints, findEndpoint, prepareEndpoint, saveRegistration } from './endpoints.ts'
import { isLoopback } from './reachable.ts'

const webhookJob = job('payments.webhook', { provider: z.enum(providerNames) }, { lane: 'payments' })

type Deps = { database: Database; accounts: Accounts; secrets: Secrets; publicUrl: () => URL; log: (line: string) => void }

/** Whether the account's provider can reach us: from the internet only by https; the built-in stand-in is on this machine. */
export const canReceiveWebhooks = ({ sandbox }: Pick<Account, 'sandbox'>, publicUrl: URL): boolean =>
  sandbox || (publicUrl.protocol === 'https:' && !isLoopback(publicUrl))

/** Whether the account's provider tells us of payments at the address that we have today. */
export const isWebhookRegistered = async (db: UserDb, account: Account, publicUrl: URL): Promise<boolean> => {
  const endpoint = await findEndpoint(db, account)
  return (
    endpoint !== null &&
    endpoint.webhookId !== null &&
    canReceiveWebhooks(account, publicUrl) &&
    new URL(endpoint.url).origin === publicUrl.origin
  )
}

/** Has an account's events sent here, unless they are already or can't be. */
export const queueWebhookRegistration = async (db: UserDb, account: Account, publicUrl: URL): Promise<void> => {
  if (!canReceiveWebhooks(account, publicUrl) || (await isWebhookRegistered(db, account, publicUrl))) return
  const { provider } = account
  await enqueue(db, webhookJob, { userId: db.userId, provider }, { key: `webhook-${db.userId}-${provider}` })
}

/** Says which advisory locks are ours; any constant will do. */
const lockSpace = 740_324

/** One registration at a time: of two, each would end the other's. */
const alone = (database: Database, userId: number, work: () => Promise<void>): Promise<void> =>
  database.asUser(userId, async (db) => {
    await db.rows('select pg_advisory_xact_lock($1, $2)', [lockSpace, userId])
    await work()
  })

/** Registers the address of the account that is in use, and ends what was registered for an address that we no longer have. */
export const webhookRegistrationRunner = (deps: Deps) =>
  runner(webhookJob, ({ userId, provider }) => alone(deps.database, userId, () => register(deps, userId, provider)))

const register = async ({ database, accounts, secrets, publicUrl, log }: Deps, userId: number, name: ProviderName): Promise<void> => {
  const found = await database.asUser(userId, async (db) => {
    const account = await accounts.account(db, name)
    await deleteOtherEndpoints(db, name, account?.accountId ?? null)
    if (!account || !canReceiveWebhooks(account, publicUrl())) return null
    return { ...(await prepareEndpoint(db, account, publicUrl())), provider: (await accounts.provider(db, name))! }
  })
  if (!found) return
  const { endpoint, outdated, provider } = found
  if (outdated)
    await provider.removeWebhook(outdated).catch(tolerant(log, `The events of ${name} for user ${userId} may still go to an old address`))
  if (endpoint.webhookId) return
  const kept = await provider.registerWebhook(endpoint.url)
  const isOurs = await database.asUser(userId, (db) => saveRegistration(db, secrets, endpoint, kept))
  // The key went meanwhile.
  if (!isOurs) await provider.removeWebhook(kept.webhookId).catch(tolerant(log, `A webhook of ${name} for user ${userId} may have stayed`))
}

/** For a `catch`: what the provider can't do at the moment is told to the log; it must not hold up what matters. */
const tolerant = (log: (line: string) => void, what: string) => (error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  log(`${what}: ${error.message}`)
}
