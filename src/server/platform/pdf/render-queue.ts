import { OutdatedPreviewError, PdfAccountBusyError, PdfBusyError } from './pdf-errors.ts'

export type RenderPriority = {
  account: string
  urgent?: boolean
  /** Only the newest of a viewer's documents stays queued. */
  viewer?: string | undefined
  estimateMs: number
}

type Queued = RenderPriority & { reject: (error: Error) => void }

export type QueueLimits = {
  maxQueue: number
  maxQueuePerAccount: number
}

/** So that endless previews cannot block PDFs. */
const maxUrgentInARow = 4
/** An account's usage counts half after this time. */
const halfLifeMs = 30_000
const maxKnownAccounts = 1_000

/** Of the account with the least recent usage first, so that accounts with several documents take turns. */
export const createRenderQueue = <Job extends Queued>({ maxQueue, maxQueuePerAccount }: QueueLimits, now: () => number = Date.now) => {
  const urgent: Job[] = []
  const normal: Job[] = []
  let urgentInARow = 0
  const usage = new Map<string, { ms: number; at: number }>()

  const getUsedMs = (account: string) => {
    const used = usage.get(account)
    return used === undefined ? 0 : used.ms * 0.5 ** ((now() - used.at) / halfLifeMs)
  }

  const charge = (account: string, ms: number) => {
    usage.set(account, { ms: getUsedMs(account) + ms, at: now() })
    if (usage.size <= maxKnownAccounts) return
    for (const known of usage.keys()) if (getUsedMs(known) < 1) usage.delete(known)
  }

  /** Rejects the newest document of the account with the most, if that has more than the given account. */
  const makeRoom = (queue: Job[], account: string) => {
    const counts = new Map<string, number>([[account, 1]])
    for (const job of queue) counts.set(job.account, (counts.get(job.account) ?? 0) + 1)
    const [largest] = [...counts].sort(([, one], [, other]) => other - one)
    if (largest === undefined || largest[1] <= counts.get(account)!) throw new PdfBusyError()
    const newest = queue.findLastIndex((job) => job.account === largest[0])
    for (const job of queue.splice(newest, 1)) job.reject(new PdfAccountBusyError())
  }

  return {
    add(job: Job): void {
      const queue = job.urgent ? urgent : normal
      const outdated = job.viewer === undefined ? -1 : queue.findIndex(({ viewer }) => viewer === job.viewer)
      if (outdated >= 0) for (const older of queue.splice(outdated, 1)) older.reject(new OutdatedPreviewError())
      if (queue.filter(({ account }) => account === job.account).length >= maxQueuePerAccount) throw new PdfAccountBusyError()
      if (queue.length >= maxQueue) makeRoom(queue, job.account)
      queue.push(job)
    },
    next(): Job | undefined {
      const servesNormal = urgent.length === 0 || (normal.length > 0 && urgentInARow >= maxUrgentInARow)
      urgentInARow = servesNormal || normal.length === 0 ? 0 : urgentInARow + 1
      const queue = servesNormal ? normal : urgent
      let next = 0
      for (let index = 1; index < queue.length; index += 1)
        if (getUsedMs(queue[index]!.account) < getUsedMs(queue[next]!.account)) next = index
      const [job] = queue.splice(next, 1)
      if (job !== undefined) charge(job.account, job.estimateMs)
      return job
    },
    charge,
    size: () => urgent.length + normal.length,
    rejectAll(error: Error): void {
      for (const job of [...urgent.splice(0), ...normal.splice(0)]) job.reject(error)
    },
  }
}
