import type { Module } from '#server/domain/services.ts'
import { route } from '#server/platform/http/route.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { createUpload } from '#server/platform/storage/uploads.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import { maxUploadBytes } from '#shared/uploads.ts'
import { unusedAfterMs, uploadSweepJob, uploadSweepRunner } from './sweep.job.ts'

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
