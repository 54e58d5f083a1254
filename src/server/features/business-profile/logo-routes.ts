import { logoReply } from '#server/papers/logo-reply.ts'
import { route } from '#server/platform/http/route.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import type { TakeUpload } from '#server/platform/storage/taking.ts'
import { businessProfileApi } from '#shared/api/business-profile.ts'
import { acceptLogo } from './logo-accept.ts'
import { logoFileOf, logoFolder, logoPath, sweepLogo } from './logo-files.ts'

/** Taking and showing logos; which one the business has is the profile's to say. */
export const logoRoutes = ({ objects, takeUpload }: { objects: ObjectStore; takeUpload: TakeUpload }) => [
  route(businessProfileApi.logo, ({ user, body: { logoURL } }) =>
    takeUpload(user, logoURL, async (db, upload) => {
      // Asked again since an answer was lost: what was made then is the answer.
      const before = await upload.kept('logo')
      if (before) return { objectPath: logoPath(before.key) }
      const file = await upload.keep('logo', acceptLogo)
      await sweepLogo(db, file.id)
      return { objectPath: logoPath(file.key) }
    }),
  ),

  route(businessProfileApi.logoFile, async ({ user, params }) =>
    logoReply(objects, await user.tx((db) => logoFileOf(db, logoFolder + params.name))),
  ),
]
