import { z } from 'zod'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { getFileKey, getPendingUploadKey, getUsedUploadKey } from '#server/platform/storage/object-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { lockUpload } from '#server/platform/storage/uploads.ts'

/** An upload that nobody took by then is not wanted. */
export const unusedAfterMs = 24 * 3_600_000

/** Looks after one upload once its day is over: `name` is the upload's. */
export const uploadSweepJob = job('uploads.sweep', { name: z.string().regex(/^[0-9a-f]{32}$/) })

/** Removes what waits, and a kept copy that no row speaks of: what a server that was killed in the middle of taking it left behind. */
export const uploadSweepRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
  runner(uploadSweepJob, ({ userId, name }) =>
    database.asUser(userId, async (db) => {
      await lockUpload(db, name)
      await objects.remove(getPendingUploadKey(userId, name))
      // By now the address itself has long expired.
      if (objects.intake) await objects.remove(getUsedUploadKey(userId, name))
      const kept = getFileKey(userId, name)
      const [row] = await db.rows('select 1 from files where user_id = $1 and object_key = $2', [userId, kept])
      if (!row) await objects.remove(kept)
    }),
  )
