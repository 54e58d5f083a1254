import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { getResponseFileName } from './file-name.ts'
import { native } from './native.ts'

/**
 * Hands a file over: a browser saves it, the native shell asks what is to become of it.
 * @throws Error when that could not be done
 */
export const saveBlob = (fileName: string, content: Blob): Promise<void> => native.exportFile(fileName, content)

/**
 * Fetches a file and saves it under the server's name for it. A plain link would show the server's refusal as a page, or save it.
 * @param otherwise its name when the server gives none
 * @throws ApiError when the server refuses, TypeError when it can't be reached
 */
export const downloadFile = async (url: string, otherwise: string): Promise<void> => {
  // What is late or paid this month depends on the day where the reader is.
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  await saveBlob(getResponseFileName(response) ?? otherwise, await response.blob())
}
