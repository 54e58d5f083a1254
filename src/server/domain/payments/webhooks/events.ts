import { z } from 'zod'
import type { WebhookEvent } from '#server/domain/payments/provider.ts'
import { findAttemptIdsByRefs } from '#server/domain/payments/reconcile/recheck.job.ts'
import { type ReconcileDeps, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { Endpoint } from './endpoints.ts'

const eventJob = job(
  'payments.event',
  { endpointId: z.string(), eventId: z.string(), attemptIds: z.array(z.string()) },
  { lane: 'payments' },
)
const eventSweepJob = job('payments.event-sweep', {}, { lane: 'payments' })

/** How long it is known which events were seen: providers repeat theirs for some days. */
const keptDays = 90
const dayMs = 86_400_000

/** Of the account's own attempts: one that was made with another account is none of this sender's business. */
const attemptsNamed = async (db: UserDb, { provider, accountId }: Endpoint, refs: readonly string[]): Promise<string[]> => {
  const named = await findAttemptIdsByRefs(db, provider, refs)
  if (named.length === 0) return []
  const own = await db.rows<{ id: string }>(
    'select id from payment_attempts where user_id = $1 and id = any($2::text[]) and account_id = $3',
    [db.userId, named, accountId],
  )
  return own.map(({ id }) => id)
}

/**
 * Notes an event, and has the attempts that it names looked at, both or neither. One that was seen before does nothing more: what it asked for is
 * queued already, or done.
 */
export const recordEvent = async (db: UserDb, now: Date, endpoint: Endpoint, { id, type, refs }: WebhookEvent): Promise<void> => {
  const attemptIds = await attemptsNamed(db, endpoint, refs)
  const endpointId = String(endpoint.id)
  const isNew = await db.rows(
    `insert into webhook_events (user_id, endpoint_id, event_id, type, handled_at) values ($1, $2, $3, $4, case when $5 then now() end)
     on conflict do nothing returning event_id`,
    [db.userId, endpointId, id, type, attemptIds.length === 0],
  )
  if (isNew.length === 0) return
  if (attemptIds.length > 0)
    await enqueue(
      db,
      eventJob,
      { userId: db.userId, endpointId, eventId: id, attemptIds },
      { key: `event-${db.userId}-${endpointId}-${id}` },
    )
  await queueSweep(db, now)
}

/** An attempt whose answer was asked for after the event had come shows already what the event was about. */
const notAskedSince = async (db: UserDb, endpointId: string, eventId: string, attemptIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select a.id from payment_attempts a
       join webhook_events e on e.user_id = a.user_id and e.endpoint_id = $2 and e.event_id = $3
       where a.user_id = $1 and a.id = any($4::text[]) and (a.asked_at is null or a.asked_at <= e.received_at)`,
      [db.userId, endpointId, eventId, attemptIds],
    )
  ).map(({ id }) => id)

/** Asks the provider about what an event named. A payment is told by several events, and asked about once. */
export const eventRunner = (deps: ReconcileDeps) =>
  runner(eventJob, async ({ userId, endpointId, eventId, attemptIds }) => {
    const { database } = deps
    const due = await database.asUser(userId, (db) => notAskedSince(db, endpointId, eventId, attemptIds))
    for (const attemptId of due) await reconcile(deps, userId, attemptId)
    await database.asUser(userId, (db) =>
      db.rows(
        'update webhook_events set handled_at = now() where user_id = $1 and endpoint_id = $2 and event_id = $3 and handled_at is null',
        [userId, endpointId, eventId],
      ),
    )
  })

/** At the user's own minute of the day, so that a queued one isn't put off by every event. */
const queueSweep = async (db: UserDb, now: Date): Promise<void> => {
  const minute = (db.userId % 1440) * 60_000
  const runAt = new Date(Math.floor((now.getTime() - minute) / dayMs + 1) * dayMs + minute)
  await enqueue(db, eventSweepJob, { userId: db.userId }, { key: `event-sweep-${db.userId}`, runAt })
}

/** Clears away events that no provider sends again; daily, as long as there are any. */
export const eventSweepRunner = ({ database, now }: { database: Database; now: () => Date }) =>
  runner(eventSweepJob, ({ userId }) =>
    database.asUser(userId, async (db) => {
      await db.rows("delete from webhook_events where user_id = $1 and received_at < $2::timestamptz - $3::int * interval '1 day'", [
        userId,
        now(),
        keptDays,
      ])
      if ((await db.rows('select 1 from webhook_events where user_id = $1 limit 1', [userId])).length > 0) await queueSweep(db, now())
    }),
  )
