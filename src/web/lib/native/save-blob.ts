import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { getResponseFileName } from './file-name.ts'
import { native } from './native.ts'

/**
 * Saves a file: a browser downloads it, the native shell opens the share sheet.
 * @throws Error when that failed
 */
export const saveBlob = (fileName: string, content: Blob): Promise<void> => native.exportFile(fileName, content)

/**
 * Fetches a file and saves it under the server's name. Unlike a plain link, an error response is thrown instead of shown or saved.
 * @param otherwise file name when the server gives none
 * @throws ApiError when the server rejects the request, TypeError when it can't be reached
 */
export const downloadFile = async (url: string, otherwise: string): Promise<void> => {
  // Overdue and monthly figures depend on the user's time zone.
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  await saveBlob(getResponseFileName(response) ?? otherwise, await response.blob())
}
