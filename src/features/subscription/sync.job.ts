import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import { getRetryAfterFailure } from '#server/domain/subscription/next-check.ts'
import type { Database } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { checkJob, queueCheck, type SellingServices, sellsPlans, syncCustomer, syncJob } from './sync.ts'

/** How far the database's clock, by which jobs run, may be ahead of this process's. */
const clockToleranceMs = 5 * 60_000

/** Null for no further check; undefined when the account was deleted. */
const readNextCheck = async (database: Database, userId: number): Promise<Date | null | undefined> => {
  const [row] = await database.asUser(userId, (db) =>
    db.rows<{ at: Date | null }>('select subscription_next_check_at as at from users where id = $1', [userId]),
  )
  return row?.at
}

/** After a failure another check is queued, since the provider may be unavailable for longer than one job is retried. */
const sync = async (services: SellingServices, userId: number): Promise<void> => {
  try {
    await syncCustomer(services, userId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log(`The subscription of user ${userId} couldn't be fetched and will be fetched again: ${error.message}`)
    const at = getRetryAfterFailure(services.now())
    await services.database.asUser(userId, async (db) => {
      db.announce('account')
      await db.rows('update users set subscription_next_check_at = $2 where id = $1', [userId, at])
      await queueCheck(db, at)
    })
  }
}

/** A sync that ran since the job was queued has set a later check. */
export const checkRunner = (services: Services) =>
  runner(checkJob, async ({ userId }) => {
    if (!sellsPlans(services)) return
    const at = await readNextCheck(services.database, userId)
    if (at && at.getTime() <= services.now().getTime() + clockToleranceMs) await sync(services, userId)
  })

export const syncRunner = (services: Services) =>
  runner(syncJob, async ({ userId }) => {
    if (sellsPlans(services) && (await readNextCheck(services.database, userId)) !== undefined) await sync(services, userId)
  })
