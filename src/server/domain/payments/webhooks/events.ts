import { z } from 'zod'
import { findAttemptIdsByRefs } from '#server/domain/payments/attempts/attempts.ts'
import type { WebhookEvent } from '#server/domain/payments/provider.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { findCardsByRefs, queueRefresh } from '#server/domain/payments/saved-cards/store.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { Endpoint } from './endpoints.ts'

const eventJob = job(
  'payments.event',
  { endpointId: z.string(), eventId: z.string(), receivedAt: z.iso.datetime(), attemptIds: z.array(z.string()) },
  { lane: 'payments' },
)
const eventSweepJob = job('payments.event-sweep', {}, { lane: 'payments' })

/** How long event ids are stored. Providers repeat an event for some days. */
const retentionDays = 90
const dayMs = 86_400_000

const findEventAttempts = async (db: UserDb, { provider, accountId }: Endpoint, refs: readonly string[]): Promise<string[]> => {
  const ids = await findAttemptIdsByRefs(db, provider, refs)
  if (ids.length === 0) return []
  const own = await db.rows<{ id: string }>(
    'select id from payment_attempts where user_id = $1 and id = any($2::text[]) and account_id = $3',
    [db.userId, ids, accountId],
  )
  return own.map(({ id }) => id)
}

/** @returns null for a repeated event */
const insertEvent = async (
  db: UserDb,
  { endpointId, id, type, isHandled }: { endpointId: string; id: string; type: string; isHandled: boolean },
): Promise<{ receivedAt: Date } | null> => {
  const [inserted] = await db.rows<{ receivedAt: Date }>(
    `insert into webhook_events (user_id, endpoint_id, event_id, type, handled_at) values ($1, $2, $3, $4, ${isHandled ? 'now()' : 'null'})
     on conflict do nothing returning received_at as "receivedAt"`,
    [db.userId, endpointId, id, type],
  )
  return inserted ?? null
}

/** A repeated event does nothing. @param hasRoom for one more; without room it is followed all the same, and again when it is repeated */
export const recordWebhookEvent = async (
  db: UserDb,
  now: Date,
  endpoint: Endpoint,
  { id, type, refs }: WebhookEvent,
  hasRoom = true,
): Promise<void> => {
  const attemptIds = await findEventAttempts(db, endpoint, refs)
  const endpointId = String(endpoint.id)
  const event = hasRoom
    ? await insertEvent(db, { endpointId, id, type, isHandled: attemptIds.length === 0 })
    : (await db.rows<{ receivedAt: Date }>('select now() as "receivedAt"'))[0]!
  if (!event) return
  if (type.startsWith('payment_method.'))
    for (const card of await findCardsByRefs(db, endpoint.accountId, refs)) await queueRefresh(db, card.id)
  if (attemptIds.length > 0) {
    const key = `event-${db.userId}-${endpointId}-${id}`
    await enqueue(
      db,
      eventJob,
      { userId: db.userId, endpointId, eventId: id, receivedAt: event.receivedAt.toISOString(), attemptIds },
      { key },
    )
  }
  if (hasRoom) await queueSweep(db, now)
}

const listOutdatedAttempts = async (db: UserDb, receivedAt: string, attemptIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select id from payment_attempts
       where user_id = $1 and id = any($3::text[]) and (asked_at is null or asked_at <= $2::timestamptz)`,
      [db.userId, receivedAt, attemptIds],
    )
  ).map(({ id }) => id)

/** One payment causes several events and is fetched once. */
export const eventRunner = (services: Services) =>
  runner(eventJob, async ({ userId, endpointId, eventId, receivedAt, attemptIds }) => {
    const { database } = services
    const outdated = await database.asUser(userId, (db) => listOutdatedAttempts(db, receivedAt, attemptIds))
    for (const attemptId of outdated) await reconcile(services, userId, attemptId)
    await database.asUser(userId, (db) =>
      db.rows(
        'update webhook_events set handled_at = now() where user_id = $1 and endpoint_id = $2 and event_id = $3 and handled_at is null',
        [userId, endpointId, eventId],
      ),
    )
  })

/** At the user's own minute of the day, so that further events don't delay it. */
const queueSweep = async (db: UserDb, now: Date): Promise<void> => {
  const offsetMs = (db.userId % 1440) * 60_000
  const runAt = new Date(Math.floor((now.getTime() - offsetMs) / dayMs + 1) * dayMs + offsetMs)
  await enqueue(db, eventSweepJob, { userId: db.userId }, { key: `event-sweep-${db.userId}`, runAt })
}

export const eventSweepRunner = ({ database, now }: { database: Database; now: () => Date }) =>
  runner(eventSweepJob, ({ userId }) =>
    database.asUser(userId, async (db) => {
      await db.rows("delete from webhook_events where user_id = $1 and received_at < $2::timestamptz - $3::int * interval '1 day'", [
        userId,
        now(),
        retentionDays,
      ])
      if ((await db.rows('select 1 from webhook_events where user_id = $1 limit 1', [userId])).length > 0) await queueSweep(db, now())
    }),
  )
