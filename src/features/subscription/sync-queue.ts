import type { Db, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

/** At the time of the next check, see `domain/subscription/next-check.ts`. */
export const checkJob = job('subscription.check', {}, { lane: 'payments' })
/** Immediately, after a webhook event. */
export const syncJob = job('subscription.sync', {}, { lane: 'payments' })

/** Replaces the check that waits. Call it in the transaction that stores `subscription_next_check_at`. */
export const queueCheck = async (db: UserDb, at: Date | null): Promise<void> => {
  // Without a next check a queued job may stay: it finds that it isn't due.
  if (at) await enqueue(db, checkJob, { userId: db.userId }, { key: `subscription-${db.userId}`, runAt: at })
}

/** Queued several times, it runs once, after the last time. */
export const queueSync = (db: Db, userId: number): Promise<void> => enqueue(db, syncJob, { userId }, { key: `subscription-sync-${userId}` })
