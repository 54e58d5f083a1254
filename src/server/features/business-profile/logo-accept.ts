import { AppError } from '#server/platform/errors.ts'
import { detectFileType } from '#server/platform/storage/file-kind.ts'
import { ImageError, isFullyTransparent, logoImageProfile, reencodeImage } from '#server/platform/storage/images.ts'
import type { AcceptedFile } from '#server/platform/storage/taking.ts'
import { imageFileLabel } from '#shared/uploads.ts'

const refuse = (why: string) => new AppError(400, why)

/**
 * Makes a logo of what was uploaded, by what its bytes are: drawn anew as PNG, or as JPEG if it is one.
 * @throws AppError 400 that says what the file is and what would be taken
 */
export const acceptLogo = async (bytes: Uint8Array): Promise<AcceptedFile> => {
  const { format, description } = detectFileType(bytes)
  if (!format || format === 'pdf') throw refuse(`This is ${description}: ${otherwise(description)}`)
  const image = await reencodeImage(bytes, format, logoImageProfile).catch((error: unknown) => {
    throw error instanceof ImageError ? refuse(error.message) : error
  })
  if (await isFullyTransparent(image.bytes))
    throw refuse('Nothing of this image can be seen: all of it is transparent. Choose another file.')
  return { bytes: image.bytes, contentType: image.contentType, fileName: `logo.${image.extension}` }
}

const otherwise = (words: string) =>
  words === 'a HEIC photo'
    ? `it can't be shown everywhere. Save it as JPEG or PNG; only ${imageFileLabel} can be a logo.`
    : `only ${imageFileLabel} can be a logo.`
