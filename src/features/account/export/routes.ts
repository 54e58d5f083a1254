import type { Services } from '#server/domain/services.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import { createZipStream } from '#server/platform/files/zip.ts'
import { type FileReply, idempotentRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import type { Day } from '#shared/dates.ts'
import { writeArchive } from './archive/write-archive.ts'
import { createExport, readExport, startExport } from './export-record.ts'
import { queueExportSweep } from './sweep.job.ts'
import { trackProgress } from './track-progress.ts'

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
