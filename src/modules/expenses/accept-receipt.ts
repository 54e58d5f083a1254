import { AppError } from '#server/platform/errors/app-error.ts'
import type { AcceptedFile } from '#server/platform/storage/claim-upload.ts'
import { detectFileType, type FileType, isCompletePdf } from '#server/platform/storage/file-type.ts'
import { ImageError, receiptImageProfile, reencodeImage } from '#server/platform/storage/image-processing.ts'
import { receiptFileLabel } from '#shared/uploads.ts'

const maxLength = 200
/** Control characters, and marks that change the reading direction: 'gpj.exe' must not be shown as 'exe.jpg'. */
const unreadableCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** The extension in lower case; '' when the part after the last dot does not look like one ('Invoice No.12'). */
const getExtension = (name: string): string => /\.(?=[a-z0-9]*[a-z])([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Cleans a file name for display and download: removes its path and unreadable characters, and sets the extension. */
const cleanFileName = (given: string, extension: string): string => {
  const base = given.toWellFormed().split(/[/\\]/).at(-1)!.replace(unreadableCharacters, '').trim()
  const own = getExtension(base)
  const stem = own ? base.slice(0, -own.length - 1) : base
  const readable = /[^.\s]/.test(stem) ? stem : 'receipt'
  // By code points, so that no character is cut in half.
  return `${[...readable]
    .slice(0, maxLength - extension.length - 1)
    .join('')
    .trimEnd()}.${extension}`
}

const extensions: Record<NonNullable<FileType['format']>, readonly [string, ...string[]]> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['avif'],
  pdf: ['pdf'],
}

const createRefusal = (why: string) => new AppError(400, why)

/**
 * Converts an uploaded file to a receipt, by its bytes: images are drawn again, a PDF is kept as it is.
 * @throws AppError 400 that says what the file is and what is accepted
 */
export const acceptReceipt = async (userId: number, bytes: Uint8Array, givenName: string): Promise<AcceptedFile> => {
  const { format, description } = detectFileType(bytes)
  if (!format) throw createRefusal(`This is ${description}: ${describeAccepted(description)}`)
  const named = getExtension(givenName)
  if (named && !extensions[format].includes(named))
    throw createRefusal(
      `This is ${description} but its name ends in .${named}: rename it to end in .${extensions[format][0]}, or attach another file.`,
    )
  if (format === 'pdf') {
    if (!isCompletePdf(bytes)) throw createRefusal('This is a PDF that is cut off: its end is missing. Save it again, then attach it.')
    return { bytes, contentType: 'application/pdf', fileName: cleanFileName(givenName, named || 'pdf') }
  }
  const image = await reencodeImage(userId, bytes, format, receiptImageProfile).catch((error: unknown) => {
    throw error instanceof ImageError ? createRefusal(error.message) : error
  })
  const fits = extensions[format].includes(named) && named !== 'gif' && named !== 'avif'
  return { bytes: image.bytes, contentType: image.contentType, fileName: cleanFileName(givenName, fits ? named : image.extension) }
}

const describeAccepted = (words: string) =>
  words === 'a HEIC photo'
    ? `it can't be shown everywhere. Save it as JPEG; ${receiptFileLabel} can be attached.`
    : `only ${receiptFileLabel} can be attached.`
