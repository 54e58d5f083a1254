import { AppError } from '#server/platform/errors.ts'
import { kindOf } from '#server/platform/storage/file-kind.ts'
import { drawAnew, ImageError, isInvisible, logoDrawing } from '#server/platform/storage/images.ts'
import type { Accepted } from '#server/platform/storage/taking.ts'
import { imageFileWords } from '#shared/uploads.ts'

const refuse = (why: string) => new AppError(400, why)

/**
 * Makes a logo of what was uploaded, by what its bytes are: drawn anew as PNG, or as JPEG if it is one.
 * @throws AppError 400 that says what the file is and what would be taken
 */
export const acceptLogo = async (bytes: Uint8Array): Promise<Accepted> => {
  const { format, words } = kindOf(bytes)
  if (!format || format === 'pdf') throw refuse(`This is ${words}: ${otherwise(words)}`)
  const image = await drawAnew(bytes, format, logoDrawing).catch((error: unknown) => {
    throw error instanceof ImageError ? refuse(error.message) : error
  })
  if (await isInvisible(image.bytes)) throw refuse('Nothing of this image can be seen: all of it is transparent. Choose another file.')
  return { bytes: image.bytes, contentType: image.contentType, fileName: `logo.${image.extension}` }
}

const otherwise = (words: string) =>
  words === 'a HEIC photo'
    ? `it can't be shown everywhere. Save it as JPEG or PNG; only ${imageFileWords} can be a logo.`
    : `only ${imageFileWords} can be a logo.`
