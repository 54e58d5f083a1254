import type { Services } from '#server/domain/services.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { createZipStream } from '#server/platform/files/zip.ts'
import { type FileReply, idempotentRoute, route } from '#server/platform/http/route.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { accountApi } from '#shared/contract/account.ts'
import type { Day } from '#shared/dates.ts'
import { writeArchive } from './archive/write-archive.ts'
import {
  createExport,
  deleteOldExports,
  type ExportLock,
  type ExportProgress,
  exportRetentionDays,
  readExport,
  saveProgress,
  startExport,
} from './export-record.ts'

export const exportRoutes = (services: Services) => [
  idempotentRoute(accountApi.startExport, ({ user, source, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await queueExportSweep(db)
        const begun = await createExport(db)
        await recordSecurityEvent(db, { kind: 'export_made', ...source })
        return begun
      }),
    ),
  ),

  route(accountApi.readExport, ({ user, params }) => user.tx((db) => readExport(db, params.id))),

  route(accountApi.download, async ({ user, params: { id }, today }) => {
    const { filesTotal, taken: lock } = await user.tx(async (db) => {
      const lock = await startExport(db, id)
      return { taken: lock, filesTotal: (await readExport(db, id)).filesTotal }
    })
    return download(services, { user, id, filesTotal, taken: lock, today })
  }),
]

type StartedExport = { user: { id: number; email: string | null }; id: number; filesTotal: number; taken: string; today: Day }

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
const trackProgress = (
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

const download = (services: Services, { user, id, filesTotal, taken: lock, today }: StartedExport): FileReply => {
  const { log } = services
  const tracker = trackProgress(services, { userId: user.id, id, filesTotal, taken: lock }, (why) => archive.stream.destroy(why))
  const { progress, update } = tracker
  const archive = createZipStream(
    async (zip) => {
      await writeArchive(services, zip, {
        user,
        today,
        onCounted: (files) => update({ filesTotal: files }),
        onFileDone: () => update({ filesDone: progress.filesDone + 1 }),
        onChunk: () => update({}),
      })
      await tracker.confirm()
    },
    (bytes) => update({ bytesSent: progress.bytesSent + bytes }),
  )
  archive.taken.then(
    () => tracker.end('done'),
    (error: Error) => {
      log(`Export ${id} of user ${user.id} ended before it was whole: ${error.message}`)
      return tracker.end('failed')
    },
  )
  return { bytes: archive.stream, contentType: 'application/zip', fileName: `billfold-export-${today}.zip`, disposition: 'attachment' }
}

const exportSweepJob = job('account.exports-sweep', {})
const dayMs = 86_400_000

/** For users who start no other export. Call it in the transaction that creates an export. */
const queueExportSweep = (db: UserDb): Promise<void> =>
  enqueue(
    db,
    exportSweepJob,
    { userId: db.userId },
    { key: `account.exports-sweep ${db.userId}`, runAt: new Date(Date.now() + (exportRetentionDays + 1) * dayMs) },
  )

export const exportSweepRunner = ({ database }: { database: Database }) =>
  runner(exportSweepJob, async ({ userId }) => void (await database.asUser(userId, deleteOldExports)))
