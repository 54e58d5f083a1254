import { z } from 'zod'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { reconcile } from './reconcile.ts'

/** The customer may close the browser, and webhook events may be lost. */
const checkAttemptJob = job('payments.check', { attemptId: z.string(), round: z.int() }, { lane: 'payments' })

/**
 * After 1, 5 and 15 minutes, then hourly for two days (a checkout is open for one), then daily for a month, since bank debits take weeks.
 * @param round counted from 1 @returns null when there are no more checks
 */
export const getCheckDelayMinutes = (round: number): number | null =>
  [1, 5, 15][round - 1] ?? (round <= 50 ? 60 : round <= 80 ? 1440 : null)

/** @param round counted from 1 */
export const queueAttemptCheck = async (db: UserDb, now: Date, attemptId: string, round: number) => {
  const minutes = getCheckDelayMinutes(round)
  if (minutes === null) return
  const runAt = new Date(now.getTime() + minutes * 60_000)
  await enqueue(db, checkAttemptJob, { userId: db.userId, attemptId, round }, { key: `check-${attemptId}-${round}`, runAt })
}

export const checkAttemptRunner = (services: Services) =>
  runner(checkAttemptJob, async ({ userId, attemptId, round }) => {
    const status = await reconcile(services, userId, attemptId)
    if (status === 'open' || status === 'pending')
      await services.database.asUser(userId, (db) => queueAttemptCheck(db, services.now(), attemptId, round + 1))
  })

const reconcileJob = job('payments.reconcile', { attemptId: z.string() }, { lane: 'payments' })

/** Retried until the provider has answered. Queued several times, it runs once. */
export const queueReconcile = (db: UserDb, attemptId: string): Promise<void> =>
  enqueue(db, reconcileJob, { userId: db.userId, attemptId }, { key: `reconcile-${attemptId}` })

export const reconcileRunner = (services: Services) =>
  runner(reconcileJob, async ({ userId, attemptId }) => {
    await reconcile(services, userId, attemptId)
  })
