import { FileError, type TaskOptions, yieldToBrowser } from './file-error.ts'

const megabyte = 1_048_576
export const maxFileBytes = 10 * megabyte

const spreadsheetHint = 'It is a spreadsheet. Save it as "CSV UTF-8" there, then choose that file.'
const binaryFormats: [bytes: string, what: string][] = [
  ['PK\u0003\u0004', spreadsheetHint],
  ['\u00d0\u00cf\u0011\u00e0', spreadsheetHint],
  ['%PDF', 'It is a PDF. Export the list as CSV instead.'],
  ['\u0089PNG', 'It is an image.'],
  ['\u00ff\u00d8\u00ff', 'It is an image.'],
  ['GIF8', 'It is an image.'],
  ['RIFF', 'It is an image or a recording.'],
  ['\u001f\u008b', 'It is an archive. Extract the CSV file from it first.'],
  ['7z\u00bc\u00af', 'It is an archive. Extract the CSV file from it first.'],
  ['Rar!', 'It is an archive. Extract the CSV file from it first.'],
  ['SQLite format 3', 'It is a database.'],
]

/**
 * @param encoding 'windows-1252' decodes files that are not UTF-8 as Excel for Windows used to write them
 * @throws FileError when the file is too large, empty, not text, or in another encoding
 */
export const readText = async (
  file: Blob,
  { encoding, onProgress, signal }: TaskOptions & { encoding?: 'windows-1252' | undefined } = {},
): Promise<string> => {
  if (file.size === 0) throw new FileError('This file is empty.')
  if (file.size > maxFileBytes)
    throw new FileError(
      `This file is ${Math.ceil(file.size / megabyte)} MB, and the limit is ${maxFileBytes / megabyte} MB. Split it and import the parts separately.`,
    )
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const start = String.fromCharCode(...head)
  const other = binaryFormats.find(([bytes]) => start.startsWith(bytes))
  if (other) throw new FileError(`This is not a CSV file. ${other[1]}`)
  const utf16 = start.startsWith('\u00ff\u00fe') ? 'utf-16le' : start.startsWith('\u00fe\u00ff') ? 'utf-16be' : undefined
  const decoder = new TextDecoder(utf16 ?? encoding ?? 'utf-8', { fatal: true })
  const parts: string[] = []
  let read = 0
  try {
    for (let from = 0; from < file.size; from += megabyte) {
      const bytes = await file.slice(from, from + megabyte).arrayBuffer()
      parts.push(decoder.decode(bytes, { stream: from + megabyte < file.size }))
      read += bytes.byteLength
      onProgress?.(read / file.size)
      await yieldToBrowser(signal)
    }
  } catch (error) {
    throw toFileError(error)
  }
  const text = parts.join('')
  const nul = text.indexOf('\u0000')
  if (nul >= 0)
    throw new FileError(
      `Line ${text.slice(0, nul).split('\n').length} contains an invalid character (NUL). Save the file again as "CSV UTF-8".`,
    )
  if (text.trim() === '') throw new FileError('This file is empty.')
  return text
}

const toFileError = (error: unknown): unknown => {
  if (error instanceof TypeError)
    return new FileError(
      'This file is not in UTF-8, so letters like é or ü may be wrong. Save it as "CSV UTF-8", or try Windows-1252 and check the letters.',
      { mayBeWindows1252: true },
    )
  // The browser couldn't read the file: it was moved or its disk was removed.
  if (error instanceof DOMException && error.name !== 'AbortError')
    return new FileError('This file can no longer be read. It may have been moved or changed. Choose it again.')
  return error
}
