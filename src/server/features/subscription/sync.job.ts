import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { getRetryAfterFailure } from '#server/domain/subscription/next-check.ts'
import type { Database } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { type SyncDeps, syncCustomer } from './sync.ts'
import { checkJob, queueCheck, syncJob } from './sync-queue.ts'

/** How much the database's clock, by which a job begins, may be ahead of ours. */
const toleranceMs = 5 * 60_000

/** When the user is to be asked about: null for never, undefined when the account was deleted. */
const nextCheckOf = async (database: Database, userId: number): Promise<Date | null | undefined> => {
  const [row] = await database.asUser(userId, (db) =>
    db.rows<{ at: Date | null }>('select subscription_next_check_at as at from users where id = $1', [userId]),
  )
  return row?.at
}

/** Asks about a user. A provider who can't be asked is asked again by a job of its own: he may be away for longer than one job is tried. */
const ask = async (deps: SyncDeps, userId: number): Promise<void> => {
  try {
    await syncCustomer(deps, userId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log(`The subscription of user ${userId} couldn't be looked up and is looked up again: ${error.message}`)
    const at = getRetryAfterFailure(deps.now())
    await deps.database.asUser(userId, async (db) => {
      await db.rows('update users set subscription_next_check_at = $2 where id = $1', [userId, at])
      await queueCheck(db, at)
    })
  }
}

/**
 * Asks the provider about a user whose time has come; not about one who was asked about since the job was queued: whoever did that has queued the
 * next.
 * @param deps null where plans can't be bought (any more)
 */
export const checkRunner = (deps: SyncDeps | null) =>
  runner(checkJob, async ({ userId }) => {
    if (!deps) return
    const at = await nextCheckOf(deps.database, userId)
    if (at && at.getTime() <= deps.now().getTime() + toleranceMs) await ask(deps, userId)
  })

/** Asks the provider about a user at once. @param deps null where plans can't be bought (any more) */
export const syncRunner = (deps: SyncDeps | null) =>
  runner(syncJob, async ({ userId }) => {
    if (deps && (await nextCheckOf(deps.database, userId)) !== undefined) await ask(deps, userId)
  })
