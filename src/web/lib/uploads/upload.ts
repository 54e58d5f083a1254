import { uploadEndpoints } from '#shared/contract/endpoints/uploads.ts'
import { ApiError, call, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { retryUpload, type UploadWait } from './retry-upload.ts'
import { expiredMessage, isFinalStatus, UploadError } from './upload-error.ts'
import type { UppyOptions } from './uppy.ts'

const toUploadError = (error: unknown): UploadError => {
  const { message } = error as Error
  if (!(error instanceof ApiError)) return new UploadError(message, "The server can't be reached. Check your connection, then try again.")
  if (isSignedOut(error)) return new UploadError(message, 'Your session has ended. Sign in, then try again.')
  const reason = getServerMessage(error, 'Something went wrong on our side. Please try again.')
  return new UploadError(message, reason, { isFinal: isFinalStatus(error.status) })
}

export type UploadOptions<Taken> = Omit<UppyOptions, 'getUploadUrl'> & {
  /** Repeated when no response arrives. */
  take: (uploadURL: string) => Promise<Taken>
}

/** @throws UploadError when that fails; the signal's reason when canceled */
export const uploadFile = async <Taken>(file: File, options: UploadOptions<Taken>): Promise<Taken> => {
  const { take, signal } = options
  let wasOffline = false
  const onWaiting = (why: UploadWait | undefined) => {
    wasOffline ||= why === 'offline'
    options.onWaiting(why)
  }
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retryUpload(work, { meaningOf: (error) => (error instanceof ApiError ? 'final' : 'unanswered'), onWaiting, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw toUploadError(error)
    }
  }
  signal.throwIfAborted()
  // Uppy is loaded with the first upload: most forms are submitted without a file.
  const { sendWithUppy } = await attempt(() => import('./uppy.ts'))
  const getUploadUrl = async () => (await attempt(() => call(uploadEndpoints.upload, { body: { size: file.size }, signal }))).uploadURL
  const send = () => sendWithUppy(file, { ...options, getUploadUrl, onWaiting })
  const uploadURL = await send().catch((error: Error) => {
    // A URL that expired while offline is requested anew.
    if (wasOffline && error.message === expiredMessage) return send()
    throw error
  })
  return attempt(() => take(uploadURL))
}
