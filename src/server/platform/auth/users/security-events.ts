import type { Database, Db, UserDb } from '#server/platform/db/client.ts'
import { runAsUser } from '#server/platform/db/run-as-user.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { SecurityEvent, SecurityEventKind } from '#shared/contract/security-events.ts'

/** What happened, and from where. `detail` never holds a secret, nor a part of one. */
export type SecurityEventInput = RequestSource & { kind: SecurityEventKind; detail?: SecurityEvent['detail'] }

// Without his row the user is gone, and with him whoever would read it.
const insert = `insert into security_events (user_id, kind, address, user_agent, detail) select id, $2, $3, $4, $5 from users where id = $1`
/** Guesses come by the hundred: a few of a minute tell as much as all of them. */
const refusalsAMinute = 3
const insertFew = `${insert} and (select count(*) from security_events
  where user_id = $1 and kind = $2 and at > now() - interval '1 minute') < ${refusalsAMinute}`

const write = (db: Db, userId: number, { kind, address, userAgent, detail = {} }: SecurityEventInput) =>
  db.rows(kind === 'sign_in_refused' ? insertFew : insert, [userId, kind, address, userAgent, JSON.stringify(detail)])

/** Writes down what happened to the user's account, in the transaction of what did it: both are kept, or neither. */
export const recordSecurityEvent = async (db: UserDb, event: SecurityEventInput): Promise<void> => void (await write(db, db.userId, event))

/** The same where the transaction is nobody's, as at a sign-in. It becomes the user's for this one statement. */
export const recordSecurityEventForUser = async (db: Db, userId: number, event: SecurityEventInput): Promise<void> => {
  await runAsUser(db, userId, () => write(db, userId, event))
}

const sweepJob = job('security-events.sweep', {})
const nobody = 0
const dayMs = 24 * 3_600_000

const queueSweep = (database: Database, at: Date): Promise<void> =>
  database.asNobody((db) => enqueue(db, sweepJob, { userId: nobody }, { key: 'security-events-sweep', runAt: at }))

/** To be called when a server starts: has what is too old forgotten a minute later, and daily from then on. */
export const scheduleSecurityEventSweep = (database: Database, now: Date): Promise<void> =>
  queueSweep(database, new Date(now.getTime() + 60_000))

/** Forgets what happened more than 400 days ago. The app itself may delete none of it: a function of the database does that and nothing else. */
export const securityEventSweepRunner = ({ database, now }: { database: Database; now: () => Date }) =>
  runner(sweepJob, async () => {
    await database.asNobody((db) => db.rows('select forget_old_security_events()'))
    await queueSweep(database, new Date(now().getTime() + dayMs))
  })
