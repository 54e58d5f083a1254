import { FileError, type TaskOptions, yieldToBrowser } from './file-error.ts'

const megabyte = 1_048_576
/** The largest file that is read. */
export const maxFileBytes = 10 * megabyte

const sheet = 'It is an Excel or another spreadsheet file. Open it there and save it as "CSV UTF-8", then choose that file.'
/** What files begin with that are no text. */
const otherFiles: [bytes: string, what: string][] = [
  ['PK\u0003\u0004', sheet],
  ['\u00d0\u00cf\u0011\u00e0', sheet],
  ['%PDF', 'It is a PDF file. Export the list as CSV from the program that made it.'],
  ['\u0089PNG', 'It is an image.'],
  ['\u00ff\u00d8\u00ff', 'It is an image.'],
  ['GIF8', 'It is an image.'],
  ['RIFF', 'It is an image or a recording.'],
  ['\u001f\u008b', 'It is a packed file. Unpack it and choose the CSV file in it.'],
  ['7z\u00bc\u00af', 'It is a packed file. Unpack it and choose the CSV file in it.'],
  ['Rar!', 'It is a packed file. Unpack it and choose the CSV file in it.'],
  ['SQLite format 3', 'It is a database.'],
]

/**
 * The text of a file, without a byte order mark: UTF-8, or UTF-16 where it begins with that mark.
 * @param encoding 'windows-1252' reads what is no UTF-8 as Excel for Windows used to write it
 * @throws FileProblem when it is too large, empty, no text, or in another encoding
 */
export const readText = async (
  file: Blob,
  { encoding, onProgress, signal }: TaskOptions & { encoding?: 'windows-1252' | undefined } = {},
): Promise<string> => {
  if (file.size === 0) throw new FileError('This file is empty.')
  if (file.size > maxFileBytes)
    throw new FileError(
      `This file has ${Math.ceil(file.size / megabyte)} MB. A file can have at most ${maxFileBytes / megabyte} MB: split it and import the parts one after the other.`,
    )
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const start = String.fromCharCode(...head)
  const other = otherFiles.find(([bytes]) => start.startsWith(bytes))
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
    throw worded(error)
  }
  const text = parts.join('')
  const nul = text.indexOf('\u0000')
  if (nul >= 0)
    throw new FileError(
      `Line ${text.slice(0, nul).split('\n').length} holds a character that no text has (NUL). Is this a CSV file? Save it again as "CSV UTF-8".`,
    )
  if (text.trim() === '') throw new FileError('This file is empty.')
  return text
}

const worded = (error: unknown): unknown => {
  if (error instanceof TypeError)
    return new FileError(
      'This file is not in UTF-8, so letters like é or ü can’t be read for sure. Save it as "CSV UTF-8", or try Windows-1252 and look at the letters.',
      { mayBeWindows1252: true },
    )
  // The browser couldn't read it: it was moved, or its disk is gone.
  if (error instanceof DOMException && error.name !== 'AbortError')
    return new FileError('This file can’t be read any more. Was it moved or changed? Choose it again.')
  return error
}
