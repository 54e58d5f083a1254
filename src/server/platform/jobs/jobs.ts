import { z } from 'zod'
import type { Database, Db } from '#server/platform/db/client.ts'
import { getCurrentTraceparent, instrument, type JobOrigin } from '#server/platform/telemetry/instrumentation.ts'
import { getCurrentRequest, runInJobContext } from '#server/platform/telemetry/request-context.ts'

/** Jobs of one lane never wait for another's. More `slots` than processors: most jobs wait for a payment provider or a mail server. */
export const lanes = {
  identity: { slots: 3, perAccount: 1 },
  payments: { slots: 6, perAccount: 2 },
  /** A calendar starts these for many accounts at the same minute. Few slots, so that what users do meanwhile stays fast. */
  scheduled: { slots: 4, perAccount: 2 },
  general: { slots: 12, perAccount: 2 },
} as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes) as Lane[]

/** The payload carries ids; the rows are read again when the job runs. */
export type Job<Payload extends z.ZodType = z.ZodType> = { name: string; lane: Lane; payload: Payload }
export type JobRunner = Job & { run: (payload: unknown, attempt?: JobAttempt) => Promise<void> }

/** Given up about three days after the first attempt; the database function `enqueue_job` sets the same number. */
export const maxJobAttempts = 20
/** `isLast`: the job is given up if this attempt fails. */
export type JobAttempt = { isLast: boolean }

/** `userId` names the job's user; the database refuses to queue it for another user. */
export const job = <Shape extends z.ZodRawShape>(name: string, shape: Shape, { lane = 'general' }: { lane?: Lane } = {}) => ({
  name,
  lane,
  payload: z.object({ userId: z.int(), ...shape }),
})

/** `run` may run more than once for a job, so it must check whether its work is already done. */
export const runner = <P extends z.ZodType>(
  declared: Job<P>,
  run: (payload: z.output<P>, attempt: JobAttempt) => Promise<void>,
): JobRunner => ({
  ...declared,
  run: async (payload, attempt = { isLast: false }) => run(declared.payload.parse(payload), attempt),
})

/** In the transaction of the change: both are committed, or neither. A job with the same `key` replaces one that is still waiting. */
export const enqueue = async <P extends z.ZodType>(
  db: Db,
  { name, lane, payload }: Job<P>,
  value: z.input<P>,
  options: { key?: string; runAt?: Date } = {},
) => {
  await db.rows('select enqueue_job($1, $2, $3, $4)', [
    name,
    JSON.stringify({ ...(payload.parse(value) as object), lane, ...getOrigin() }),
    options.key ?? null,
    options.runAt ?? null,
  ])
}

/** Stored beside the payload, and ignored by the job's own schema. */
const getOrigin = (): { queuedBy?: JobOrigin } => {
  // A job that queues the next one passes no request on: some such chains run for years.
  const requestId = getCurrentRequest()?.id
  const traceparent = getCurrentTraceparent()
  return requestId || traceparent ? { queuedBy: { requestId, traceparent } } : {}
}
const withOrigin = z.object({ queuedBy: z.object({ requestId: z.string().optional(), traceparent: z.string().optional() }) })

export const runInstrumented = ({ name, run }: Pick<JobRunner, 'name' | 'run'>, payload: unknown, attempt: JobAttempt): Promise<void> => {
  const from = withOrigin.safeParse(payload).data?.queuedBy ?? null
  return runInJobContext({ job: name, requestId: from?.requestId ?? null }, () =>
    instrument('job', { name, isLast: attempt.isLast, from }, () => run(payload, attempt)),
  )
}

const payloadWithUser = z.object({ userId: z.int() })

/** Another attempt would fail as well. The user is looked up only after a failure. */
export const skipJobsOfDeletedUsers = (database: Database, runners: readonly JobRunner[]): JobRunner[] =>
  runners.map(({ run, ...runner }) => ({
    ...runner,
    run: async (payload, attempt) => {
      try {
        await run(payload, attempt)
      } catch (error) {
        const parsed = payloadWithUser.safeParse(payload)
        // Jobs of the server itself have the user id 0.
        if (!parsed.success || parsed.data.userId === 0) throw error
        const { userId } = parsed.data
        const [user] = await database.asUser(userId, (db) => db.rows('select 1 from users where id = $1', [userId]))
        if (user) throw error
      }
    },
  }))
