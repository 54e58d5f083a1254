import type { Database } from '#server/platform/db/client.ts'
import { type ExportLock, type ExportProgress, saveProgress } from './export-record.ts'

const lost = () => new Error('This download was taken over by another one, or the account is gone')

/** How often it is written down. */
const everyMs = 1000
/** A download from which nothing was taken for so long is given up. */
const patienceMs = 120_000

type Followed = {
  /** Changes what is known; it is written down with the next note. */
  now(change: Partial<ExportProgress>): void
  /** Writes it down at once. @throws when it isn't ours any more: what was put in last may be no more than half of what there was */
  confirm(): Promise<void>
  /** Writes the end, after all notes under way. */
  end(state: 'done' | 'failed'): Promise<void>
  readonly progress: Readonly<ExportProgress>
}

/**
 * Keeps the row of a running export up to date.
 * @param give up is called when it isn't ours any more, or nobody takes it
 */
export const trackProgress = (
  { database, log }: { database: Database; log: (line: string) => void },
  { userId, id, filesTotal, taken }: { userId: number; id: number; filesTotal: number; taken: ExportLock },
  giveUp: (why: Error) => void,
): Followed => {
  const progress: ExportProgress = { state: 'running', filesTotal, filesDone: 0, bytesSent: 0 }
  let held: ExportLock | null = taken
  let isNoted = true
  let aliveAt = Date.now()
  let underWay: Promise<void> = Promise.resolve()

  const note = async () => {
    if (held === null) return
    isNoted = true
    const hold = held
    held = await database.asUser(userId, (db) => saveProgress(db, id, hold, progress))
    if (held === null) giveUp(lost())
  }
  const failed = (error: unknown) => log(`The progress of export ${id} of user ${userId} was not written down: ${String(error)}`)
  const tick = () => {
    if (Date.now() - aliveAt > patienceMs) return giveUp(new Error('Nobody took anything of this download for too long'))
    if (!isNoted) underWay = underWay.then(note).catch(failed)
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()

  return {
    progress,
    now: (change) => {
      Object.assign(progress, change)
      aliveAt = Date.now()
      isNoted = false
    },
    confirm: async () => {
      await underWay
      await note()
      if (held === null) throw lost()
    },
    end: async (state) => {
      clearInterval(timer)
      progress.state = state
      await underWay
      await note().catch(failed)
    },
  }
}
