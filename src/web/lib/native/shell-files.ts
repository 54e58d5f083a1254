import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { toSafeFileName } from '#shared/file-names.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { FileWriteError } from './errors.ts'
import { getResponseFileName } from './file-name.ts'
import { platform } from './platform.ts'

/** Files cross the bridge as base64 in chunks; a multiple of three bytes needs no padding. */
const chunkBytes = 3 * 256 * 1024

const base64 = (chunk: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(chunk)
  })

const notWritten = (error: Error): never => {
  throw new FileWriteError(error.message)
}

/** @returns its URI on this device @throws FileWriteError */
const write = async (path: string, content: Blob, directory: Directory): Promise<string> => {
  const data = await base64(content.slice(0, chunkBytes))
  const { uri } = await Filesystem.writeFile({ path, data, directory, recursive: true }).catch(notWritten)
  for (let at = chunkBytes; at < content.size; at += chunkBytes) {
    const data = await base64(content.slice(at, at + chunkBytes))
    await Filesystem.appendFile({ path, data, directory }).catch(notWritten)
  }
  return uri
}

const shareFile = async (uri: string, title: string): Promise<void> => {
  await Share.share({ files: [uri], title, dialogTitle: title }).catch((error: Error) => {
    if (!/cancel/i.test(error.message)) throw error
  })
}

export const exportFile = async (fileName: string, content: Blob): Promise<void> => {
  const name = toSafeFileName(fileName)
  await shareFile(await write(name, content, Directory.Cache), name)
}

export const openDocument = async (url: string, fileName: string): Promise<void> => {
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  await exportFile(getResponseFileName(response) ?? fileName, await response.blob())
}

const folderNames = { android: 'in the folder Documents', ios: 'in Files, in the folder Billfold', web: 'on this device' }

/** 'a.json', 'a (2).json', 'a (3).json'. */
const numbered = (name: string, count: number) => (count === 1 ? name : name.replace(/(\.\w+)?$/, ` (${count})$1`))

export const saveDocument = async (fileName: string, content: Blob | string): Promise<string | null> => {
  const blob = content instanceof Blob ? content : new Blob([content])
  // A file of the same name from another installation can't be overwritten.
  for (const count of [1, 2, 3]) {
    const name = numbered(toSafeFileName(fileName), count)
    try {
      await write(name, blob, Directory.Documents)
      return `${name} is ${folderNames[platform]}.`
    } catch (error) {
      if (error instanceof FileWriteError && error.isFull) throw error
    }
  }
  // Documents can't be written on this device: the user chooses a destination instead.
  await exportFile(fileName, blob)
  return null
}
