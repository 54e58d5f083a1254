import { type Database, type Db, runAsUser, type UserDb } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { SecurityEvent, SecurityEventKind } from '#shared/contract/security-events.ts'

/** `detail` never contains a secret or a part of one. */
export type SecurityEventInput = RequestSource & { kind: SecurityEventKind; detail?: SecurityEvent['detail'] }

// Inserts nothing when the user was deleted meanwhile.
const insert = `insert into security_events (user_id, kind, address, user_agent, detail) select id, $2, $3, $4, $5 from users where id = $1`
/** Guessing attempts come by the hundred: a few per minute are enough to record. */
const maxRefusalsPerMinute = 3
const insertFew = `${insert} and (select count(*) from security_events
  where user_id = $1 and kind = $2 and at > now() - interval '1 minute') < ${maxRefusalsPerMinute}`

const insertEvent = (db: Db, userId: number, { kind, address, userAgent, detail = {} }: SecurityEventInput) =>
  db.rows(kind === 'sign_in_refused' ? insertFew : insert, [userId, kind, address, userAgent, JSON.stringify(detail)])

/** In the transaction of the change that caused the event: both are committed, or neither. */
export const recordSecurityEvent = async (db: UserDb, event: SecurityEventInput): Promise<void> =>
  void (await insertEvent(db, db.userId, event))

/** In a transaction without a user, as at a sign-in. It runs as the user for this one statement. */
export const recordSecurityEventForUser = async (db: Db, userId: number, event: SecurityEventInput): Promise<void> => {
  await runAsUser(db, userId, () => insertEvent(db, userId, event))
}

const sweepJob = job('security-events.sweep', {})
const noUserId = 0
const dayMs = 24 * 3_600_000

const queueSweep = (database: Database, at: Date): Promise<void> =>
  database.asNobody((db) => enqueue(db, sweepJob, { userId: noUserId }, { key: 'security-events-sweep', runAt: at }))

export const scheduleSecurityEventSweep = (database: Database, now: Date): Promise<void> =>
  queueSweep(database, new Date(now.getTime() + 60_000))

/** After 400 days, by a database function: the app's role may not delete from the table. */
export const securityEventSweepRunner = ({ database, now }: { database: Database; now: () => Date }) =>
  runner(sweepJob, async () => {
    await database.asNobody((db) => db.rows('select delete_old_security_events()'))
    await queueSweep(database, new Date(now().getTime() + dayMs))
  })
