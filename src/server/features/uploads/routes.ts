import { route } from '#server/platform/http/route.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createUpload } from '#server/platform/storage/uploads.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import { unusedAfterMs, uploadSweepJob } from './sweep.job.ts'

export { uploadSweepRunner } from './sweep.job.ts'

type Deps = { objects: ObjectStore; now: () => Date }

export const uploadRoutes = ({ objects, now }: Deps) => {
  return [
    route(uploadsApi.upload, async ({ user }) => {
      const at = now()
      const { uploadURL, name } = await createUpload(objects, user.id, at)
      // Queued before the address is sent, so that every upload is cleaned up.
      await user.tx((db) => enqueue(db, uploadSweepJob, { userId: user.id, name }, { runAt: new Date(at.getTime() + unusedAfterMs) }))
      return { uploadURL }
    }),
  ]
}
