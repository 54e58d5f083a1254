import { replyWithLogo } from '#server/papers/logo-reply.ts'
import { route } from '#server/platform/http/route.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import type { ClaimUpload } from '#server/platform/storage/taking.ts'
import { businessProfileApi } from '#shared/api/business-profile.ts'
import { acceptLogo } from './logo-accept.ts'
import { findLogo, getLogoPath, logoPathPrefix, sweepLogo } from './logo-files.ts'

/** Taking and showing logos; which one the business has is the profile's to say. */
export const logoRoutes = ({ objects, takeUpload }: { objects: ObjectStore; takeUpload: ClaimUpload }) => [
  route(businessProfileApi.logo, ({ user, body: { logoURL } }) =>
    takeUpload(user, logoURL, async (db, upload) => {
      // Asked again since an answer was lost: what was made then is the answer.
      const before = await upload.findStored('logo')
      if (before) return { objectPath: getLogoPath(before.key) }
      const file = await upload.store('logo', acceptLogo)
      await sweepLogo(db, file.id)
      return { objectPath: getLogoPath(file.key) }
    }),
  ),

  route(businessProfileApi.logoFile, async ({ user, params }) =>
    replyWithLogo(objects, await user.tx((db) => findLogo(db, logoPathPrefix + params.name))),
  ),
]
