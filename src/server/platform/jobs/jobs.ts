import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, run as runWorker, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { ClientConfig, Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { openOwnerPool } from '#server/platform/db/owner-pool.ts'
import { isDatabaseUnavailable } from '#server/platform/db/unavailable.ts'
import { getCurrentTraceparent, instrument, type JobOrigin } from '#server/platform/telemetry/instrumentation.ts'
import { getCurrentRequest, runInJobContext } from '#server/platform/telemetry/request-context.ts'
import { limitJobsPerAccount, pollWithOneWorker } from './account-concurrency.ts'
import { holdWorkerLocks } from './worker-locks.ts'

/** The code by which the job queue knows that a query is worth repeating, a few seconds later and for hours if need be. */
const askAgain = 'EHOSTUNREACH'

/** A server whose socket is gone answers ENOENT. */
const isAway = (error: unknown) => isDatabaseUnavailable(error) || (error as { code?: string }).code === 'ENOENT'

const told = (error: unknown): never => {
  if (error instanceof Error && isAway(error)) Object.assign(error, { code: askAgain })
  throw error
}

/**
 * Has the job queue wait for a database that is away. By itself it repeats what failed by some of the codes that this has, and whatever else fails
 * while it writes down a job's end goes unhandled, which ends the process.
 */
const patient = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const known = new WeakSet<PoolClient>()
  const telling = (client: PoolClient): PoolClient => {
    if (known.has(client)) return client
    known.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const answer = query(...given)
      return answer instanceof Promise ? answer.catch(told) : answer
    }) as PoolClient['query']
    return client
  }
  pool.connect = ((...given: unknown[]) =>
    given.length > 0 ? connect(...given) : (connect() as Promise<PoolClient>).then(telling, told)) as Pool['connect']
  return pool
}

/**
 * Jobs of one lane never wait for jobs of another. `slots`: how many run at once on each node, more than there are processors, as most jobs wait for a
 * provider or a mail server. `perAccount`: how many of them may be one account's.
 */
const lanes = {
  /** Mails by which people get into their accounts, or hear of what happened to them. */
  identity: { slots: 3, perAccount: 1 },
  /** Asking payment providers, for businesses and for the product's own plans. */
  payments: { slots: 6, perAccount: 2 },
  /** Everything else: mails to customers and owners, PDFs, sweeps. */
  general: { slots: 12, perAccount: 2 },
} as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes) as Lane[]

/** A job is declared where its feature lives. Its payload carries ids and is looked up again when it runs. */
export type Job<Payload extends z.ZodType = z.ZodType> = { name: string; lane: Lane; payload: Payload }
export type JobRunner = { name: string; lane: Lane; run: (payload: unknown, attempt?: JobAttempt) => Promise<void> }

/** How often a job is tried before it is given up, about three days after its first try; `enqueue_job` says so to the queue. */
export const maxJobAttempts = 20
/** After the last one nobody tries again. */
export type JobAttempt = { isLast: boolean }

/** Names a job and the shape of its payload; `userId` says whose it is, and the database refuses to queue it for anybody else. */
export const job = <Shape extends z.ZodRawShape>(name: string, shape: Shape, { lane = 'general' }: { lane?: Lane } = {}) => ({
  name,
  lane,
  payload: z.object({ userId: z.int(), ...shape }),
})

/** Binds a job to what it does. It may run more than once: it must look whether its work is done already. */
export const runner = <P extends z.ZodType>(
  declared: Job<P>,
  run: (payload: z.output<P>, attempt: JobAttempt) => Promise<void>,
): JobRunner => ({
  name: declared.name,
  lane: declared.lane,
  run: async (payload, attempt = { isLast: false }) => run(declared.payload.parse(payload), attempt),
})

/**
 * Queues a job in the transaction of the change that wants it: both happen, or neither.
 * @param options.key a second job of the same key replaces the first while that one waits
 */
export const enqueue = async <P extends z.ZodType>(
  db: Db,
  { name, lane, payload }: Job<P>,
  value: z.input<P>,
  options: { key?: string; runAt?: Date } = {},
) => {
  await db.rows('select enqueue_job($1, $2, $3, $4)', [
    name,
    JSON.stringify({ ...(payload.parse(value) as object), lane, ...originOf() }),
    options.key ?? null,
    options.runAt ?? null,
  ])
}

/** Which request wants the job: it goes with the payload, of which the job itself reads only what it knows. */
const originOf = (): { queuedBy?: JobOrigin } => {
  // Of a job that queues the next one it says nothing: some go on for years.
  const requestId = getCurrentRequest()?.id
  const traceparent = getCurrentTraceparent()
  return requestId || traceparent ? { queuedBy: { requestId, traceparent } } : {}
}
const queued = z.object({ queuedBy: z.object({ requestId: z.string().optional(), traceparent: z.string().optional() }) })

/** Runs the job in sight of those who watch, and under the id of the request that queued it. */
const runInSight = ({ name, run }: JobRunner, payload: unknown, attempt: JobAttempt) => {
  const from = queued.safeParse(payload).data?.queuedBy ?? null
  return runInJobContext({ job: name, requestId: from?.requestId ?? null }, () =>
    instrument('job', { name, isLast: attempt.isLast, from }, () => run(payload, attempt)),
  )
}

/** Jobs of one kind in the queue: due now, scheduled or to be tried again later, given up; and for how long the oldest has been due. */
export type QueueStats = { name: string; lane: Lane; due: number; later: number; givenUp: number; oldestDueSeconds: number }

export type JobWorker = {
  isRunning(): boolean
  /** What is in the queue, whichever node put it there. Jobs that this version doesn't know count as general. */
  getQueueStats(): Promise<QueueStats[]>
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

/** How often each lane is looked through for jobs whose time has come; new ones are told by the database. */
const lookEveryMs = 2000
/** Queries at once, of all lanes: taking a job and writing down its end. They are short, so slots don't need a connection each. */
const connections = 3

type LaneWorker = { workerPool: WorkerPool; ended: Promise<void>; stop(): Promise<void> }

/** Begins to work through the jobs of one lane. */
const startLane = async (pool: Pool, runners: readonly JobRunner[], lane: Lane, log: (line: string) => void): Promise<LaneWorker> => {
  const { slots, perAccount } = lanes[lane]
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
  // What is tried again goes behind what the account has waiting by now, and before nothing that others have.
  const moveBack = (id: string) =>
    pool.query(
      "update graphile_worker._private_jobs set priority = job_turn(payload ->> 'lane', payload ->> 'userId', id) where id = $1 and payload ->> 'lane' is not null",
      [id],
    )
  const task =
    (runner: JobRunner) =>
    (payload: unknown, { job }: JobHelpers) =>
      whileOpen(
        runInSight(runner, payload, { isLast: job.attempts >= job.max_attempts }).catch(async (error: unknown) => {
          await moveBack(job.id).catch(() => undefined)
          throw error
        }),
      )
  const worker = await runWorker({
    pgPool: pool,
    concurrency: slots,
    events,
    noHandleSignals: true,
    // Only for what could not be asked; `lookInTurn` looks more often, and with one worker instead of all.
    pollInterval: 60_000,
    forbiddenFlags: limitJobsPerAccount(events, perAccount),
    logger: quietLogger(log),
    taskList: Object.fromEntries(runners.map((runner) => [runner.name, task(runner)])),
  })
  const { workerPool } = await created
  const endLooking = pollWithOneWorker(events, workerPool, lookEveryMs)
  return {
    workerPool,
    ended: worker.promise.finally(endLooking),
    stop: async () => {
      const isDrained = worker
        .stop()
        .catch(() => undefined)
        .then(() => true)
      if (await Promise.race([isDrained, sleep(graceMs, false)])) return
      hasEnded = true
      await giveBack(workerPool).catch((error: Error) => log(`Jobs under way were not given back: ${error.message}`))
    },
  }
}

/**
 * Works through the queue until `stop`, which lets running jobs end for a moment. Failed jobs are tried again with growing pauses, and jobs of
 * workers that were killed are taken up within `sweepMs`.
 */
export const startWorker = async (
  owner: ClientConfig,
  runners: readonly JobRunner[],
  { sweepMs = 20_000, log }: { sweepMs?: number; log: (line: string) => void },
): Promise<JobWorker> => {
  const used = laneNames.filter((lane) => runners.some((runner) => runner.lane === lane))
  // Beside the queries, each lane listens on a connection of its own, and one holds the locks.
  const pool = patient(openOwnerPool(owner, { max: connections + used.length + 1, log }))
  const workers = await Promise.all(
    used.map((lane) =>
      startLane(
        pool,
        runners.filter((runner) => runner.lane === lane),
        lane,
        log,
      ),
    ),
  )
  let isRunning = true
  const over = () => {
    isRunning = false
  }
  for (const { ended } of workers) ended.then(over, over)
  const locks = holdWorkerLocks(
    pool,
    workers.map(({ workerPool }) => workerPool.id),
    { sweepMs, log },
  )
  const laneOf = new Map(runners.map(({ name, lane }) => [name, lane]))
  return {
    isRunning: () => isRunning,
    getQueueStats: async () =>
      (await pool.query<Omit<QueueStats, 'lane'>>(waitingJobs)).rows.map((row) => ({ ...row, lane: laneOf.get(row.name) ?? 'general' })),
    stop: async () => {
      over()
      await Promise.all(workers.map((worker) => worker.stop()))
      await locks.stop()
      await pool.end()
    },
  }
}

const giveBack = async (workerPool: WorkerPool) => workerPool.forcefulShutdown('The app is stopping')

const quietLogger = (log: (line: string) => void) =>
  new Logger(() => (level, message) => {
    // It is meant: see `connections`.
    if (message.startsWith('WARNING: having maxPoolSize')) return
    if (level === 'error' || level === 'warning') log(`Jobs: ${message}`)
  })
