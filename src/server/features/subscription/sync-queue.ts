import type { Db, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

/** Asks the provider about a user because it is time to, see `next-check.ts`. */
export const checkJob = job('subscription.check', {}, { lane: 'payments' })
/** Asks the provider about a user at once: an event came. */
export const syncJob = job('subscription.sync', {}, { lane: 'payments' })

/** Has the provider asked about the user then, and at no other time. Call it in the transaction that writes `subscription_next_check_at`. */
export const queueCheck = async (db: UserDb, at: Date | null): Promise<void> => {
  // One that is queued already finds then that there is nothing to do.
  if (at) await enqueue(db, checkJob, { userId: db.userId }, { key: `subscription-${db.userId}`, runAt: at })
}

/** Has the provider asked about a user now. Asked for several times, it is done once, but always after the last time. */
export const queueSync = (db: Db, userId: number): Promise<void> => enqueue(db, syncJob, { userId }, { key: `subscription-sync-${userId}` })
