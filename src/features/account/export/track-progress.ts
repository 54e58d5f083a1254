import type { Database } from '#server/platform/db/client.ts'
import { type ExportLock, type ExportProgress, saveProgress } from './export-record.ts'

const createLostError = () => new Error('This download was taken over by another one, or the account is gone')

const saveIntervalMs = 1000
const idleTimeoutMs = 120_000

type ProgressTracker = {
  update(change: Partial<ExportProgress>): void
  /** Saves at once. @throws Error when another download took the export over: the files written last may be incomplete */
  confirm(): Promise<void>
  end(state: 'done' | 'failed'): Promise<void>
  readonly progress: Readonly<ExportProgress>
}

/** @param giveUp called when another download took the export over, or nothing is read from this one */
export const trackProgress = (
  { database, log }: { database: Database; log: (line: string) => void },
  { userId, id, filesTotal, taken }: { userId: number; id: number; filesTotal: number; taken: ExportLock },
  giveUp: (reason: Error) => void,
): ProgressTracker => {
  const progress: ExportProgress = { state: 'running', filesTotal, filesDone: 0, bytesSent: 0 }
  let lock: ExportLock | null = taken
  let isSaved = true
  let lastActivityAt = Date.now()
  let pendingSave: Promise<void> = Promise.resolve()

  const save = async () => {
    if (lock === null) return
    isSaved = true
    const currentLock = lock
    lock = await database.asUser(userId, (db) => saveProgress(db, id, currentLock, progress))
    if (lock === null) giveUp(createLostError())
  }
  const logFailure = (error: unknown) => log(`The progress of export ${id} of user ${userId} was not written down: ${String(error)}`)
  const tick = () => {
    if (Date.now() - lastActivityAt > idleTimeoutMs) return giveUp(new Error('Nobody took anything of this download for too long'))
    if (!isSaved) pendingSave = pendingSave.then(save).catch(logFailure)
  }
  const timer = setInterval(tick, saveIntervalMs)
  timer.unref()

  return {
    progress,
    update: (change) => {
      Object.assign(progress, change)
      lastActivityAt = Date.now()
      isSaved = false
    },
    confirm: async () => {
      await pendingSave
      await save()
      if (lock === null) throw createLostError()
    },
    end: async (state) => {
      clearInterval(timer)
      progress.state = state
      await pendingSave
      await save().catch(logFailure)
    },
  }
}
