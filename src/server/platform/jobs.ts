import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, run as runWorker, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { ClientConfig } from 'pg'
import { z } from 'zod'
import { act, type JobOrigin, presentTraceparent } from './acts.ts'
import type { Db } from './db/client.ts'
import { ownerPool } from './db/owner-pool.ts'
import { holdJobLocks } from './job-locks.ts'
import { currentRequest, duringJob } from './log/under-way.ts'
import type { JobsWaiting } from './metrics/metrics.ts'
import { patient } from './patient-pool.ts'

/** A job is declared where its feature lives. Its payload carries ids and is looked up again when it runs. */
export type Job<Payload extends z.ZodType = z.ZodType> = { name: string; payload: Payload }
export type JobRunner = { name: string; run: (payload: unknown, attempt?: Try) => Promise<void> }

/** How often a job is tried before it is given up, about three days after its first try; `enqueue_job` says so to the queue. */
export const jobTries = 20
/** After the last one nobody tries again. */
export type Try = { isLast: boolean }

/** Names a job and the shape of its payload; `userId` says whose it is, and the database refuses to queue it for anybody else. */
export const job = <Shape extends z.ZodRawShape>(name: string, shape: Shape) => ({ name, payload: z.object({ userId: z.int(), ...shape }) })

/** Binds a job to what it does. It may run more than once: it must look whether its work is done already. */
export const runner = <P extends z.ZodType>(declared: Job<P>, run: (payload: z.output<P>, attempt: Try) => Promise<void>): JobRunner => ({
  name: declared.name,
  run: async (payload, attempt = { isLast: false }) => run(declared.payload.parse(payload), attempt),
})

/**
 * Queues a job in the transaction of the change that wants it: both happen, or neither.
 * @param options.key a second job of the same key replaces the first while that one waits
 */
export const enqueue = async <P extends z.ZodType>(
  db: Db,
  { name, payload }: Job<P>,
  value: z.input<P>,
  options: { key?: string; runAt?: Date } = {},
) => {
  await db.rows('select enqueue_job($1, $2, $3, $4)', [
    name,
    JSON.stringify({ ...(payload.parse(value) as object), ...originOf() }),
    options.key ?? null,
    options.runAt ?? null,
  ])
}

/** Which request wants the job: it goes with the payload, of which the job itself reads only what it knows. */
const originOf = (): { queuedBy?: JobOrigin } => {
  // Of a job that queues the next one it says nothing: some go on for years.
  const requestId = currentRequest()?.id
  const traceparent = presentTraceparent()
  return requestId || traceparent ? { queuedBy: { requestId, traceparent } } : {}
}
const queued = z.object({ queuedBy: z.object({ requestId: z.string().optional(), traceparent: z.string().optional() }) })

/** Runs the job in sight of those who watch, and under the id of the request that queued it. */
const runInSight = ({ name, run }: JobRunner, payload: unknown, attempt: Try) => {
  const from = queued.safeParse(payload).data?.queuedBy ?? null
  return duringJob({ job: name, requestId: from?.requestId ?? null }, () =>
    act('job', { name, isLast: attempt.isLast, from }, () => run(payload, attempt)),
  )
}

export type JobWorker = {
  isRunning(): boolean
  /** What is in the queue, whichever node put it there. */
  waiting(): Promise<JobsWaiting[]>
  stop(): Promise<void>
}

const waitingJobs = `
  select t.identifier as name,
    count(*) filter (where j.attempts < j.max_attempts and j.run_at <= now())::int as due,
    count(*) filter (where j.attempts < j.max_attempts and j.run_at > now())::int as later,
    count(*) filter (where j.attempts >= j.max_attempts)::int as "givenUp",
    greatest(0, coalesce(extract(epoch from now() - min(j.run_at) filter (where j.attempts < j.max_attempts and j.locked_at is null)), 0))::float8 as "oldestDueSeconds"
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  group by 1`

/** How long `stop` waits for jobs under way; after that they go back into the queue. */
const graceMs = 2000

/**
 * Works through the queue until `stop`, which lets running jobs end for a moment. Failed jobs are tried again with growing pauses, and jobs of
 * workers that were killed are taken up within `sweepMs`.
 */
export const startWorker = async (
  owner: ClientConfig,
  runners: readonly JobRunner[],
  { concurrency = 2, sweepMs = 20_000, log }: { concurrency?: number; sweepMs?: number; log: (line: string) => void },
): Promise<JobWorker> => {
  const pool = patient(ownerPool(owner, { max: concurrency + 3, log }))
  const events: WorkerEvents = new EventEmitter()
  // Kept in an object: by itself it is a thenable, which an await would take for a promise of its end.
  const created = new Promise<{ workerPool: WorkerPool }>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve({ workerPool })),
  )
  let hasEnded = false
  // A job that was given back may still come to an end here; by then there is no queue left to tell.
  const whileOpen = (work: Promise<void>) =>
    new Promise<void>((resolve, reject) =>
      work.then(
        () => hasEnded || resolve(),
        (error: unknown) => hasEnded || reject(error),
      ),
    )
  const worker = await runWorker({
    pgPool: pool,
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: quietLogger(log),
    taskList: Object.fromEntries(
      runners.map((runner) => [
        runner.name,
        (payload: unknown, { job }: JobHelpers) => whileOpen(runInSight(runner, payload, { isLast: job.attempts >= job.max_attempts })),
      ]),
    ),
  })
  const { workerPool } = await created
  let isRunning = true
  const over = () => {
    isRunning = false
  }
  worker.promise.then(over, over)
  const locks = holdJobLocks(pool, workerPool.id, { sweepMs, log })
  return {
    isRunning: () => isRunning,
    waiting: async () => (await pool.query<JobsWaiting>(waitingJobs)).rows,
    stop: async () => {
      over()
      const isDrained = worker
        .stop()
        .catch(() => undefined)
        .then(() => true)
      if (!(await Promise.race([isDrained, sleep(graceMs, false)]))) {
        hasEnded = true
        await giveBack(workerPool).catch((error: Error) => log(`Jobs under way were not given back: ${error.message}`))
      }
      await locks.stop()
      await pool.end()
    },
  }
}

const giveBack = async (workerPool: WorkerPool) => workerPool.forcefulShutdown('The app is stopping')

const quietLogger = (log: (line: string) => void) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log(`Jobs: ${message}`)
  })
