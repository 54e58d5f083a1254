import { ApiError } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** @throws ApiError when refused, TypeError when unreachable */
export const fetchFile = async (url: string, otherwise: string): Promise<[name: string, content: Blob]> => {
  // Overdue and monthly figures depend on the user's time zone.
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': getTimeZone() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return [name ?? otherwise, await response.blob()]
}
