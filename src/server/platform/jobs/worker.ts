import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, run as runWorker, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { ClientConfig, Pool, PoolClient } from 'pg'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { openOwnerPool } from '#server/platform/db/driver.ts'
import { limitJobsPerAccount, pollWithOneWorker } from './account-concurrency.ts'
import { type JobRunner, type Lane, laneNames, lanes, runInstrumented } from './jobs.ts'
import { holdWorkerLocks } from './worker-locks.ts'

export type QueueStats = { name: string; lane: Lane; due: number; later: number; givenUp: number; oldestDueSeconds: number }

export type JobWorker = {
  isRunning(): boolean
  /** Names that this version does not know count as lane 'general'. */
  getQueueStats(): Promise<QueueStats[]>
  stop(): Promise<void>
}

const queueStatsQuery = `
  select t.identifier as name,
    count(*) filter (where j.attempts < j.max_attempts and j.run_at <= now())::int as due,
    count(*) filter (where j.attempts < j.max_attempts and j.run_at > now())::int as later,
    count(*) filter (where j.attempts >= j.max_attempts)::int as "givenUp",
    greatest(0, coalesce(extract(epoch from now() - min(j.run_at) filter (where j.attempts < j.max_attempts and j.locked_at is null)), 0))::float8 as "oldestDueSeconds"
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  group by 1`

const gracePeriodMs = 2000

const pollIntervalMs = 2000
/** Of all lanes. Queries are short, so a slot needs no connection of its own. */
const queryConnections = 3

type LaneWorker = { workerPool: WorkerPool; ended: Promise<void>; stop(): Promise<void> }

type Shared = { pool: Pool; started: Set<string>; log: (line: string) => void }

const startLane = async ({ pool, started, log }: Shared, runners: readonly JobRunner[], lane: Lane): Promise<LaneWorker> => {
  const { slots, perAccount } = lanes[lane]
  const events: WorkerEvents = new EventEmitter()
  events.on('job:start', ({ job }) => started.add(`${job.id} ${job.attempts}`))
  // Wrapped in an object: the worker pool is itself a thenable, and `await` would wait for its end.
  const created = new Promise<{ workerPool: WorkerPool }>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve({ workerPool })),
  )
  let hasEnded = false
  // A job that was returned to the queue may still end here, when the pool is already closed: graphile-worker must not record that.
  const ignoreAfterEnd = (work: Promise<void>) =>
    new Promise<void>((resolve, reject) =>
      work.then(
        () => hasEnded || resolve(),
        (error: unknown) => hasEnded || reject(error),
      ),
    )
  // A retried job is queued behind the jobs that its account has waiting now, and never ahead of other accounts' jobs.
  const moveBack = (id: string) =>
    pool.query(
      "update graphile_worker._private_jobs set priority = job_turn(payload ->> 'lane', payload ->> 'userId', id) where id = $1 and payload ->> 'lane' is not null",
      [id],
    )
  const toTask =
    (runner: JobRunner) =>
    (payload: unknown, { job }: JobHelpers) =>
      ignoreAfterEnd(
        runInstrumented(runner, payload, { isLast: job.attempts >= job.max_attempts }).catch(async (error: unknown) => {
          await moveBack(job.id).catch(() => undefined)
          throw error
        }),
      )
  const worker = await runWorker({
    pgPool: pool,
    concurrency: slots,
    events,
    noHandleSignals: true,
    // A fallback only: `pollWithOneWorker` polls more often, and with one worker instead of all.
    pollInterval: 60_000,
    forbiddenFlags: limitJobsPerAccount(events, perAccount),
    logger: createQuietLogger(log),
    taskList: Object.fromEntries(runners.map((runner) => [runner.name, toTask(runner)])),
  })
  const { workerPool } = await created
  const stopPolling = pollWithOneWorker(events, workerPool, pollIntervalMs)
  return {
    workerPool,
    ended: worker.promise.finally(stopPolling),
    stop: async () => {
      const isDrained = worker
        .stop()
        .catch(() => undefined)
        .then(() => true)
      if (await Promise.race([isDrained, sleep(gracePeriodMs, false)])) return
      hasEnded = true
      await returnJobs(workerPool).catch((error: Error) => log(`Running jobs were not returned to the queue: ${error.message}`))
    },
  }
}

/** For this code graphile-worker repeats a query, a few seconds later and for hours if need be. */
const retryableCode = 'EHOSTUNREACH'

/** ENOENT: the Unix socket of the server is gone. */
const isUnavailable = (error: unknown) => isDatabaseUnavailable(error) || (error as { code?: string }).code === 'ENOENT'

const rethrowAsRetryable = (error: unknown): never => {
  if (error instanceof Error && isUnavailable(error)) Object.assign(error, { code: retryableCode })
  throw error
}

/** graphile-worker waits for some error codes only; another one, while it records a job's end, would end the process. */
const retryWhileUnavailable = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const wrapped = new WeakSet<PoolClient>()
  const wrap = (client: PoolClient): PoolClient => {
    if (wrapped.has(client)) return client
    wrapped.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const result = query(...args)
      return result instanceof Promise ? result.catch(rethrowAsRetryable) : result
    }) as PoolClient['query']
    return client
  }
  pool.connect = ((...args: unknown[]) =>
    args.length > 0 ? connect(...args) : (connect() as Promise<PoolClient>).then(wrap, rethrowAsRetryable)) as Pool['connect']
  return pool
}

/** Failed jobs are retried with growing delays, those of killed workers taken over after about `sweepMs`. */
export const startWorker = async (
  owner: ClientConfig,
  runners: readonly JobRunner[],
  { sweepMs = 20_000, log }: { sweepMs?: number; log: (line: string) => void },
): Promise<JobWorker> => {
  const used = laneNames.filter((lane) => runners.some((runner) => runner.lane === lane))
  // Besides those for queries, each lane listens on a connection of its own, and one connection holds the locks.
  const pool = retryWhileUnavailable(openOwnerPool(owner, { max: queryConnections + used.length + 1, log }))
  const started = new Set<string>()
  const workers = await Promise.all(
    used.map((lane) => {
      const own = runners.filter((runner) => runner.lane === lane)
      return startLane({ pool, started, log }, own, lane)
    }),
  )
  let isRunning = true
  const setEnded = () => {
    isRunning = false
  }
  for (const { ended } of workers) ended.then(setEnded, setEnded)
  const locks = holdWorkerLocks(
    pool,
    workers.map(({ workerPool }) => workerPool.id),
    { started, sweepMs, log },
  )
  const laneByName = new Map(runners.map(({ name, lane }) => [name, lane]))
  return {
    isRunning: () => isRunning,
    getQueueStats: async () =>
      (await pool.query<Omit<QueueStats, 'lane'>>(queueStatsQuery)).rows.map((row) => ({
        ...row,
        lane: laneByName.get(row.name) ?? 'general',
      })),
    stop: async () => {
      setEnded()
      await Promise.all(workers.map((worker) => worker.stop()))
      await locks.stop()
      await pool.end()
    },
  }
}

const returnJobs = async (workerPool: WorkerPool) => workerPool.forcefulShutdown('The app is stopping')

const createQuietLogger = (log: (line: string) => void) =>
  new Logger(() => (level, message) => {
    // Fewer connections than slots are intended: see `queryConnections`.
    if (message.startsWith('WARNING: having maxPoolSize')) return
    if (level === 'error' || level === 'warning') log(`Jobs: ${message}`)
  })
