import { replyWithLogo } from '#server/domain/documents/logo.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import type { AcceptedFile } from '#server/platform/storage/claim-upload.ts'
import { detectFileType } from '#server/platform/storage/file-type.ts'
import { ImageError, isFullyTransparent, logoImageProfile, reencodeImage } from '#server/platform/storage/image-processing.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { imageFileLabel } from '#shared/uploads.ts'
import { findLogo, getLogoPath, logoPathPrefix, sweepLogo } from './logo-files.ts'

const createRefusal = (why: string) => new AppError(400, why)

/** Drawn again as a PNG, or as a JPEG if it is one. @throws AppError 400 that says what the file is and what is accepted */
const acceptLogo = async (userId: number, bytes: Uint8Array): Promise<AcceptedFile> => {
  const { format, description } = detectFileType(bytes)
  if (!format || format === 'pdf') throw createRefusal(`This is ${description}: ${describeAccepted(description)}`)
  const image = await reencodeImage(userId, bytes, format, logoImageProfile).catch((error: unknown) => {
    throw error instanceof ImageError ? createRefusal(error.message) : error
  })
  if (await isFullyTransparent(image.bytes))
    throw createRefusal('Nothing of this image can be seen: all of it is transparent. Choose another file.')
  return { bytes: image.bytes, contentType: image.contentType, fileName: `logo.${image.extension}` }
}

const describeAccepted = (words: string) =>
  words === 'a HEIC photo'
    ? `it can't be shown everywhere. Save it as JPEG or PNG; only ${imageFileLabel} can be a logo.`
    : `only ${imageFileLabel} can be a logo.`

export const logoRoutes = ({ objects, takeUpload }: Services) => [
  route(businessProfileApi.logo, ({ user, body: { logoURL } }) =>
    takeUpload(user, logoURL, async (db, upload) => {
      // The request is repeated because its reply was lost: reply with the logo that was created then.
      const before = await upload.findStored('logo')
      if (before) return { objectPath: getLogoPath(before.key) }
      const file = await upload.store('logo', (bytes) => acceptLogo(user.id, bytes))
      await sweepLogo(db, file.id)
      return { objectPath: getLogoPath(file.key) }
    }),
  ),

  route(businessProfileApi.logoFile, async ({ user, params }) =>
    replyWithLogo(objects, await user.tx((db) => findLogo(db, logoPathPrefix + params.name))),
  ),
]
