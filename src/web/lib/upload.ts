import type { objectsApi } from '#shared/api/objects.ts'
import { ApiError, at, call, serverMessage } from './api.ts'
import { UploadError } from './upload-error.ts'

const address = at<typeof objectsApi.upload>('POST', '/api/objects/upload')

/** Why a call about a file came to nothing, in a sentence for the person who chose it. */
export const callFailure = (error: unknown): string => {
  if (!(error instanceof ApiError)) return "The server can't be reached. Check your connection, then attach the file again."
  if (error.status === 401) return 'Your session is over. Sign in again in another tab, then attach the file again.'
  return serverMessage(error, 'Something went wrong on our side. Please attach the file again.')
}

type Options = {
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Sends one file to the object store, with retries. The answer is the address that the call which takes the file asks for.
 * @throws UploadError when it could not be sent; the signal's reason when it was cancelled
 */
export const uploadFile = async (file: File, { onProgress, signal }: Options): Promise<string> => {
  signal.throwIfAborted()
  // The widget is loaded with the first file: most people open a form without attaching one.
  const { sendFile } = await import('./upload-widget.ts').catch((error: Error) => {
    throw new UploadError(error.message, callFailure(error))
  })
  const begin = async () => {
    try {
      return (await call(address, { signal })).uploadURL
    } catch (error) {
      signal.throwIfAborted()
      throw new UploadError((error as Error).message, callFailure(error))
    }
  }
  return sendFile(file, { begin, onProgress, signal })
}
