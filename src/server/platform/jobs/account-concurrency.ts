import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** The account of a job, from the flag that `enqueue_job` sets: 'user:7'. */
const getAccount = ({ flags }: { flags: Record<string, true> | null }) => Object.keys(flags ?? {}).find((flag) => flag.startsWith('user:'))

/**
 * Makes the workers of one lane skip accounts that have `perAccount` jobs running on this node. The workers ask for their next job one after another: of
 * two that ask at once, neither would know which job the other one gets.
 * @returns the queue's `forbiddenFlags` function, which is called before each search for a job
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
  const onAnswer = () => {
    const next = waiting.shift()
    if (next) next()
    else isAsking = false
  }
  events.on('job:start', ({ job }) => {
    count(getAccount(job), 1)
    onAnswer()
  })
  events.on('worker:getJob:empty', onAnswer)
  events.on('worker:getJob:error', onAnswer)
  events.on('job:complete', ({ job }) => count(getAccount(job), -1))
  return async () => {
    if (isAsking) await new Promise<void>((resolve) => waiting.push(resolve))
    isAsking = true
    return [...running].filter(([, jobs]) => jobs >= perAccount).map(([account]) => account)
  }
}

/**
 * Lets one idle worker look for due jobs every `everyMs`; by default every idle worker polls. A worker that gets a job wakes the next one, so a backlog
 * still occupies all of them.
 * @returns a function that ends the polling
 */
export const pollWithOneWorker = (events: WorkerEvents, workerPool: WorkerPool, everyMs: number): (() => void) => {
  let hasEnded = false
  const wakeOne = () => void (hasEnded || workerPool.nudge(1))
  const timer = setInterval(wakeOne, everyMs)
  const end = () => {
    hasEnded = true
    clearInterval(timer)
  }
  events.on('job:start', wakeOne)
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
  return end
}
