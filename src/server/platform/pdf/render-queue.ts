import { OutdatedPreviewError, PdfAccountBusyError, PdfBusyError } from './pdf-errors.ts'

export type RenderPriority = {
  /** Accounts are served in turns. */
  account: string
  /** Goes before those that are not, of which one has its turn after every few. */
  urgent?: boolean
  /** Of several with the same viewer only the newest waits. */
  viewer?: string | undefined
  /** About how long it takes. */
  estimateMs: number
}

type Waiting = RenderPriority & { reject: (error: Error) => void }

export type QueueLimits = {
  /** Documents that may wait for a free process, and as many urgent ones. */
  maxQueue: number
  /** Of these, documents of one account. */
  maxQueuePerAccount: number
}

/** Urgent ones in a row while another waits: an account that asks for previews without end must not keep PDFs from being made. */
const urgentInARow = 4
/** What an account has used counts half after so long. */
const halfLifeMs = 30_000
/** Above so many known accounts, those whose use has faded are forgotten. */
const mostKnownAccounts = 1_000

/**
 * Documents that wait for a process. The account that has used the engine least within the last minute is served first, so accounts with several documents
 * take turns, and the first document of a quiet account goes before the second of a busy one.
 */
export const createRenderQueue = <Job extends Waiting>({ maxQueue, maxQueuePerAccount }: QueueLimits, now: () => number = Date.now) => {
  const urgent: Job[] = []
  const patient: Job[] = []
  let urgentsServed = 0
  const uses = new Map<string, { ms: number; at: number }>()

  const usedMs = (account: string) => {
    const use = uses.get(account)
    return use === undefined ? 0 : use.ms * 0.5 ** ((now() - use.at) / halfLifeMs)
  }

  const charge = (account: string, ms: number) => {
    uses.set(account, { ms: usedMs(account) + ms, at: now() })
    if (uses.size <= mostKnownAccounts) return
    for (const known of uses.keys()) if (usedMs(known) < 1) uses.delete(known)
  }

  /** When the queue is full, the newest document of the account with the most in it gives way to one of an account with fewer. */
  const makeRoom = (waiting: Job[], account: string) => {
    const counts = new Map<string, number>([[account, 1]])
    for (const job of waiting) counts.set(job.account, (counts.get(job.account) ?? 0) + 1)
    const [most] = [...counts].sort(([, one], [, other]) => other - one)
    if (most === undefined || most[1] <= counts.get(account)!) throw new PdfBusyError()
    const newest = waiting.findLastIndex((job) => job.account === most[0])
    for (const job of waiting.splice(newest, 1)) job.reject(new PdfAccountBusyError())
  }

  return {
    /** @throws PdfBusyError when there is no room for it */
    add(job: Job): void {
      const waiting = job.urgent ? urgent : patient
      const outdated = job.viewer === undefined ? -1 : waiting.findIndex(({ viewer }) => viewer === job.viewer)
      if (outdated >= 0) for (const older of waiting.splice(outdated, 1)) older.reject(new OutdatedPreviewError())
      if (waiting.filter(({ account }) => account === job.account).length >= maxQueuePerAccount) throw new PdfAccountBusyError()
      if (waiting.length >= maxQueue) makeRoom(waiting, job.account)
      waiting.push(job)
    },
    /** Takes out the document whose turn it is, and counts its estimate as used. */
    next(): Job | undefined {
      const isPatientsTurn = urgent.length === 0 || (patient.length > 0 && urgentsServed >= urgentInARow)
      urgentsServed = isPatientsTurn || patient.length === 0 ? 0 : urgentsServed + 1
      const waiting = isPatientsTurn ? patient : urgent
      let turn = 0
      for (let index = 1; index < waiting.length; index += 1)
        if (usedMs(waiting[index]!.account) < usedMs(waiting[turn]!.account)) turn = index
      const [job] = waiting.splice(turn, 1)
      if (job !== undefined) charge(job.account, job.estimateMs)
      return job
    },
    /** Counts what an account used beyond the estimates. */
    charge,
    size: () => urgent.length + patient.length,
    rejectAll(error: Error): void {
      for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.reject(error)
    },
  }
}
