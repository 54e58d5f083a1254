import { ApiError } from './api.ts'
import { zoneHere } from './today.ts'

/** Hands a file to the browser to save. */
export const saveBlob = (fileName: string, content: Blob): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser takes the address when it gets to it, and then needs it no more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Fetches a file and saves it under the server's name for it. A plain link would show the server's refusal as a page, or save it.
 * @param otherwise its name when the server gives none
 * @throws ApiError when the server refuses, TypeError when it can't be reached
 */
export const saveFrom = async (url: string, otherwise: string): Promise<void> => {
  // What is late or paid this month depends on the day where the reader is.
  const response = await fetch(url, { credentials: 'include', headers: { 'x-time-zone': zoneHere() } })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  saveBlob(/filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise, await response.blob())
}

/** A text as a file name that every system takes. */
export const fileNameOf = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '-')
    .replace(/^\.+/, '')
    .trim() || 'file'
