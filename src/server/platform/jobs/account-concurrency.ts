import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** Whose job it is, as `enqueue_job` writes it on the job. */
const accountOf = ({ flags }: { flags: Record<string, true> | null }) => Object.keys(flags ?? {}).find((flag) => flag.startsWith('user:'))

/**
 * Has the workers of one lane leave out accounts that have `perAccount` jobs running here. The workers ask for jobs one after another: of two that ask
 * at once, neither would know of the job that the other one is about to get.
 * @returns for the queue's `forbiddenFlags`, which it asks for before it looks for each job
 */
export const limitJobsPerAccount = (events: WorkerEvents, perAccount: number): (() => Promise<string[]>) => {
  const running = new Map<string, number>()
  const count = (account: string | undefined, change: 1 | -1) => {
    if (!account) return
    const now = (running.get(account) ?? 0) + change
    if (now > 0) running.set(account, now)
    else running.delete(account)
  }
  const waiting: (() => void)[] = []
  let isAsking = false
  const answered = () => {
    const next = waiting.shift()
    if (next) next()
    else isAsking = false
  }
  events.on('job:start', ({ job }) => {
    count(accountOf(job), 1)
    answered()
  })
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', answered)
  events.on('job:complete', ({ job }) => count(accountOf(job), -1))
  return async () => {
    if (isAsking) await new Promise<void>((resolve) => waiting.push(resolve))
    isAsking = true
    return [...running].filter(([, jobs]) => jobs >= perAccount).map(([account]) => account)
  }
}

/**
 * Has one worker that has nothing to do look for jobs every `everyMs`, for those whose time has come. By itself the queue has each of them look.
 * A worker that gets a job wakes the next, so a backlog still finds all of them.
 */
export const pollWithOneWorker = (events: WorkerEvents, workerPool: WorkerPool, everyMs: number): (() => void) => {
  let isOver = false
  const wakeOne = () => void (isOver || workerPool.nudge(1))
  const timer = setInterval(wakeOne, everyMs)
  const end = () => {
    isOver = true
    clearInterval(timer)
  }
  events.on('job:start', wakeOne)
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
  return end
}
