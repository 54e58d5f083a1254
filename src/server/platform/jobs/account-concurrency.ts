import type { WorkerEvents, WorkerPool } from 'graphile-worker'

const getAccount = ({ flags }: { flags: Record<string, true> | null }) => Object.keys(flags ?? {}).find((flag) => flag.startsWith('user:'))

/** The workers ask for their next job one after another: of two that ask at once, neither would know which job the other one gets. */
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

/** By default every idle worker polls. A worker that gets a job wakes the next one, so a backlog still occupies all of them. */
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
