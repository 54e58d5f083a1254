import { keyRefusedJob } from '#server/features/payments/owner-notifications/key-refused.job.ts'
import type { Database } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

type Credential = { userId: number; name: ProviderName; version: number }

/** Why a key that once was good offers nothing any more, in words for the owner. */
export const describeRefusedKey = (name: ProviderName): string =>
  `${providerLabels[name]} doesn't accept the ${name === 'stripe' ? 'secret key' : 'client secret'} any more. Enter a new one in the business profile.`

/** Notes that a provider refused a key, and tells the owner; once, until it is accepted again or another takes its place. */
export const recordRefusedKey = (database: Database, { userId, name, version }: Credential): Promise<void> =>
  database.asUser(userId, async (db) => {
    const [noted] = await db.rows<{ at: Date }>(
      `update payment_credentials set status = 'error', problem = $4, checked_at = now(), updated_at = now()
       where user_id = $1 and provider = $2 and version = $3 and status <> 'error' returning checked_at as at`,
      [userId, name, version, describeRefusedKey(name)],
    )
    if (!noted) return
    const told = { userId, provider: name, refusedAt: noted.at.toISOString() }
    await enqueue(db, keyRefusedJob, told, { key: `key-refused-${userId}-${name}-${version}` })
  })

/** Takes that note back: the provider has accepted the same key again. */
export const clearRefusedKey = async (database: Database, { userId, name, version }: Credential): Promise<void> => {
  await database.asUser(userId, (db) =>
    db.rows(
      `update payment_credentials set status = 'connected', problem = null, checked_at = now(), updated_at = now()
       where user_id = $1 and provider = $2 and version = $3 and status = 'error' and problem = $4`,
      [userId, name, version, describeRefusedKey(name)],
    ),
  )
}
