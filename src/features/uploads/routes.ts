import { z } from 'zod'
import type { Module } from '#server/domain/services.ts'
import type { Database } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { getFileKey, getPendingUploadKey } from '#server/platform/storage/object-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { closeUpload, createUpload, lockUpload } from '#server/platform/storage/uploads.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import { maxUploadBytes } from '#shared/uploads.ts'

/** After this time an upload that nothing takes is deleted. */
const unusedAfterMs = 24 * 3_600_000

const uploadSweepJob = job('uploads.sweep', { name: z.string().regex(/^[0-9a-f]{32}$/) })

/** Also deletes a stored copy without a row, which a server leaves behind that is killed while it takes the upload. */
const uploadSweepRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
  runner(uploadSweepJob, ({ userId, name }) =>
    database.asUser(userId, async (db) => {
      await lockUpload(db, name)
      await closeUpload(db, name)
      await objects.remove(getPendingUploadKey(userId, name))
      const key = getFileKey(userId, name)
      const [row] = await db.rows('select 1 from files where user_id = $1 and object_key = $2', [userId, key])
      if (!row) await objects.remove(key)
    }),
  )

export const uploadsModule: Module = (services) => {
  const { objects, now } = services
  return {
    routes: [
      route(uploadsApi.upload, async ({ user, body }) =>
        user.tx(async (db) => {
          const at = now()
          const { uploadURL, name } = await createUpload(db, objects, at, body?.size ?? maxUploadBytes)
          await enqueue(db, uploadSweepJob, { userId: user.id, name }, { runAt: new Date(at.getTime() + unusedAfterMs) })
          return { uploadURL }
        }),
      ),
    ],
    runners: [uploadSweepRunner(services)],
  }
}
