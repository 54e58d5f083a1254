import { AppError } from '#server/platform/errors/app-error.ts'
import type { AcceptedFile } from '#server/platform/storage/claim-upload.ts'
import { detectFileType, type FileType, isCompletePdf } from '#server/platform/storage/file-type.ts'
import { ImageError, receiptImageProfile, reencodeImage } from '#server/platform/storage/image-processing.ts'
import { receiptFileLabel } from '#shared/uploads.ts'

const longest = 200
/** Control characters, and marks that turn the reading direction: 'gpj.exe' must not read 'exe.jpg'. */
const unreadable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** The part after the last dot, in lower case, when it looks like one that says what a file is; '' otherwise ('Invoice No.12'). */
const extensionOf = (name: string): string => /\.(?=[a-z0-9]*[a-z])([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** A file's name for showing and downloading: without the path before it, without what can't be read, and with the extension given. */
const cleanName = (given: string, extension: string): string => {
  const base = given.toWellFormed().split(/[/\\]/).at(-1)!.replace(unreadable, '').trim()
  const own = extensionOf(base)
  const stem = own ? base.slice(0, -own.length - 1) : base
  const readable = /[^.\s]/.test(stem) ? stem : 'receipt'
  // By characters, so that none is cut in half.
  return `${[...readable]
    .slice(0, longest - extension.length - 1)
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

const refuse = (why: string) => new AppError(400, why)

/**
 * Makes a receipt of what was uploaded, by what its bytes are: images are drawn anew, a PDF stays as it is.
 * @throws AppError 400 that says what the file is and what would be taken
 */
export const acceptReceipt = async (bytes: Uint8Array, givenName: string): Promise<AcceptedFile> => {
  const { format, description } = detectFileType(bytes)
  if (!format) throw refuse(`This is ${description}: ${otherwise(description)}`)
  const named = extensionOf(givenName)
  if (named && !extensions[format].includes(named))
    throw refuse(
      `This is ${description} but its name ends in .${named}: rename it to end in .${extensions[format][0]}, or attach another file.`,
    )
  if (format === 'pdf') {
    if (!isCompletePdf(bytes)) throw refuse('This is a PDF that is cut off: its end is missing. Save it again, then attach it.')
    return { bytes, contentType: 'application/pdf', fileName: cleanName(givenName, named || 'pdf') }
  }
  const image = await reencodeImage(bytes, format, receiptImageProfile).catch((error: unknown) => {
    throw error instanceof ImageError ? refuse(error.message) : error
  })
  const fits = extensions[format].includes(named) && named !== 'gif' && named !== 'avif'
  return { bytes: image.bytes, contentType: image.contentType, fileName: cleanName(givenName, fits ? named : image.extension) }
}

const otherwise = (words: string) =>
  words === 'a HEIC photo'
    ? `it can't be shown everywhere. Save it as JPEG; ${receiptFileLabel} can be attached.`
    : `only ${receiptFileLabel} can be attached.`
