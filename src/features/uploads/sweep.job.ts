import { z } from 'zod'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { getFileKey, getPendingUploadKey, type ObjectStore } from '#server/platform/storage/object-store.ts'
import { closeUpload, lockUpload } from '#server/platform/storage/uploads.ts'

/** After this time an upload that nothing takes is deleted. */
export const unusedAfterMs = 24 * 3_600_000

export const uploadSweepJob = job('uploads.sweep', { name: z.string().regex(/^[0-9a-f]{32}$/) })

/** Also deletes a stored copy without a row, which a server leaves behind that is killed while it takes the upload. */
export const uploadSweepRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
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
