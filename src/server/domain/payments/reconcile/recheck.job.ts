import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

/** Looks what became of an attempt while nobody is looking: browsers get closed and messages get lost. */
const checkAttemptJob = job('payments.check', { attemptId: z.string(), round: z.int() }, { lane: 'payments' })

/** Soon at first, then hourly for two days (a page lives for one), then daily for what banks take weeks to confirm; then no more. */
export const getRecheckDelayMinutes = (round: number): number | null =>
  [1, 5, 15][round - 1] ?? (round <= 50 ? 60 : round <= 80 ? 1440 : null)

/** Looks after an attempt by itself; `round` counts how often. */
export const queueAttemptCheck = async (db: UserDb, now: Date, attemptId: string, round: number) => {
  const pause = getRecheckDelayMinutes(round)
  if (pause === null) return
  const runAt = new Date(now.getTime() + pause * 60_000)
  await enqueue(db, checkAttemptJob, { userId: db.userId, attemptId, round }, { key: `check-${attemptId}-${round}`, runAt })
}

export const checkAttemptRunner = (deps: ReconcileDeps) =>
  runner(checkAttemptJob, async ({ userId, attemptId, round }) => {
    const status = await reconcile(deps, userId, attemptId)
    if (status === 'open' || status === 'pending')
      await deps.database.asUser(userId, (db) => queueAttemptCheck(db, deps.now(), attemptId, round + 1))
  })

const reconcileJob = job('payments.reconcile', { attemptId: z.string() }, { lane: 'payments' })

/** Has an attempt looked at right away, and again until the provider has answered; asked several times at once, it is done once. */
export const queueReconcile = (db: UserDb, attemptId: string): Promise<void> =>
  enqueue(db, reconcileJob, { userId: db.userId, attemptId }, { key: `reconcile-${attemptId}` })

export const reconcileRunner = (deps: ReconcileDeps) =>
  runner(reconcileJob, async ({ userId, attemptId }) => {
    await reconcile(deps, userId, attemptId)
  })

/**
 * The attempts that a provider's event may be about: those that have one of its ids as their own, as their page's or order's, or as that of a charge
 * or payment intent that was recorded for them. Ids that are nobody's here are passed over.
 */
export const findAttemptIdsByRefs = async (db: UserDb, provider: ProviderName, refs: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select id from payment_attempts where user_id = $1 and provider = $2 and (id = any($3::text[]) or ref = any($3::text[]))
       union
       select attempt_id from payments
       where user_id = $1 and provider = $2 and attempt_id is not null
         and (charge_ref = any($3::text[]) or stripe_payment_intent_id = any($3::text[]))
       union
       select a.id from payment_attempts a cross join lateral jsonb_array_elements(a.found) found
       where a.user_id = $1 and a.provider = $2 and jsonb_typeof(a.found) = 'array' and found ->> 'ref' = any($3::text[])`,
      [db.userId, provider, refs],
    )
  ).map(({ id }) => id)
