import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { toSafeFileName } from '#shared/file-names.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { FileWriteError } from './errors.ts'
import { getResponseFileName } from './file-name.ts'
import { platform } from './platform.ts'

/** A file crosses the bridge in pieces, as text; each a multiple of three bytes, so that none is padded in the middle. */
const pieceBytes = 3 * 256 * 1024

const base64 = (piece: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(piece)
  })

const notWritten = (error: Error): never => {
  throw new FileWriteError(error.message)
}

/** Writes a file, whatever its size. @returns its address on this device. @throws NotWritten */
const write = async (path: string, content: Blob, directory: Directory): Promise<string> => {
  const data = await base64(content.slice(0, pieceBytes))
  const { uri } = await Filesystem.writeFile({ path, data, directory, recursive: true }).catch(notWritten)
  for (let at = pieceBytes; at < content.size; at += pieceBytes) {
    const data = await base64(content.slice(at, at + pieceBytes))
    await Filesystem.appendFile({ path, data, directory }).catch(notWritten)
  }
  return uri
}

/** Lets the person choose what becomes of a file: which app shows, prints, sends or keeps it. */
const offer = async (uri: string, title: string): Promise<void> => {
  await Share.share({ files: [uri], title, dialogTitle: title }).catch((error: Error) => {
    if (!/cancel/i.test(error.message)) throw error
  })
}

/** Hands a file over to other apps; see `Native`. */
export const exportFile = async (fileName: string, content: Blob): Promise<void> => {
  const name = toSafeFileName(fileName)
  await offer(await write(name, content, Directory.Cache), name)
}

/** Fetches a document with the session's cookie, and hands it over; see `Native`. */
export const openDocument = async (url: string, fileName: string): Promise<void> => {
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  await exportFile(getResponseFileName(response) ?? fileName, await response.blob())
}

const whereWords = { android: 'in the folder Documents', ios: 'in Files, in the folder Billfold', web: 'on this device' }

/** 'a.json', then 'a (2).json', 'a (3).json'. */
const numbered = (name: string, count: number) => (count === 1 ? name : name.replace(/(\.\w+)?$/, ` (${count})$1`))

/** Writes into the documents of this device; see `Native`. */
export const saveDocument = async (fileName: string, content: Blob | string): Promise<string | null> => {
  const blob = content instanceof Blob ? content : new Blob([content])
  // A file of that name which another installation wrote can't be written over.
  for (const count of [1, 2, 3]) {
    const name = numbered(toSafeFileName(fileName), count)
    try {
      await write(name, blob, Directory.Documents)
      return `${name} is ${whereWords[platform]}.`
    } catch (error) {
      if (error instanceof FileWriteError && error.isFull) throw error
      // The next name may be free.
    }
  }
  // No documents can be written here: then the person says where it is to go.
  await exportFile(fileName, blob)
  return null
}
