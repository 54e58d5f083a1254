import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { getResponseFileName } from './file-name.ts'
import { native } from './native.ts'

/** @throws Error when that failed */
export const saveBlob = (fileName: string, content: Blob): Promise<void> => native.exportFile(fileName, content)

/** Unlike a plain link, an error is thrown instead of shown or saved. @throws ApiError when refused, TypeError when unreachable */
export const downloadFile = async (url: string, otherwise: string): Promise<void> => {
  // Overdue and monthly figures depend on the user's time zone.
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  await saveBlob(getResponseFileName(response) ?? otherwise, await response.blob())
}
