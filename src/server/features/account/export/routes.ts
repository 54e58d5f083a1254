import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import { createZipStream } from '#server/platform/files/zip.ts'
import { type FileReply, idempotentRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import type { Day } from '#shared/dates.ts'
import { type ArchiveDeps, writeArchive } from './archive/write-archive.ts'
import { createExport, readExport, startExport } from './export-record.ts'
import { queueExportSweep } from './sweep.job.ts'
import { trackProgress } from './track-progress.ts'

type Deps = ArchiveDeps & { log: (line: string) => void }

/** The archive of everything that a user has: it works in any plan, and without one. */
export const exportRoutes = (deps: Deps) => [
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
    const { filesTotal, taken } = await user.tx(async (db) => {
      const taken = await startExport(db, id)
      return { taken, filesTotal: (await readExport(db, id)).filesTotal }
    })
    return download(deps, { user, id, filesTotal, taken, today })
  }),
]

type Taken = { user: { id: number; email: string | null }; id: number; filesTotal: number; taken: string; today: Day }

const download = (deps: Deps, { user, id, filesTotal, taken, today }: Taken): FileReply => {
  const { log } = deps
  const followed = trackProgress(deps, { userId: user.id, id, filesTotal, taken }, (why) => archive.stream.destroy(why))
  const { progress, now } = followed
  const archive = createZipStream(
    async (zip) => {
      await writeArchive(deps, zip, {
        user,
        today,
        counted: (files) => now({ filesTotal: files }),
        fileDone: () => now({ filesDone: progress.filesDone + 1 }),
        onChunk: () => now({}),
      })
      await followed.confirm()
    },
    (bytes) => now({ bytesSent: progress.bytesSent + bytes }),
  )
  archive.taken.then(
    () => followed.end('done'),
    (error: Error) => {
      log(`Export ${id} of user ${user.id} ended before it was whole: ${error.message}`)
      return followed.end('failed')
    },
  )
  return { bytes: archive.stream, contentType: 'application/zip', fileName: `billfold-export-${today}.zip`, disposition: 'attachment' }
}
