import { uploadEndpoints } from '#shared/contract/endpoints/uploads.ts'
import { ApiError, call, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { retryUpload, type UploadWait } from './retry-upload.ts'
import { expiredMessage, isFinalStatus, UploadError } from './upload-error.ts'
import type { UppyOptions } from './uppy.ts'

/** Why a call about a file came to nothing, in a sentence for the person who chose it. */
const failureOf = (error: unknown): UploadError => {
  const { message } = error as Error
  if (!(error instanceof ApiError)) return new UploadError(message, "The server can't be reached. Check your connection, then try again.")
  if (isSignedOut(error)) return new UploadError(message, 'Your session has ended. Sign in, then try again.')
  const reason = getServerMessage(error, 'Something went wrong on our side. Please try again.')
  return new UploadError(message, reason, { isFinal: isFinalStatus(error.status) })
}

export type UploadOptions<Taken> = Omit<UppyOptions, 'begin'> & {
  /** Makes the call that takes the file, by the address that it was sent to. It is made again when no answer came. */
  take: (uploadURL: string) => Promise<Taken>
}

/**
 * Sends one file to the object store and has it taken: with retries, and, where the browser is offline, with patience.
 * @throws UploadError when that came to nothing; the signal's reason when it was cancelled
 */
export const uploadFile = async <Taken>(file: File, options: UploadOptions<Taken>): Promise<Taken> => {
  const { take, signal } = options
  let wasOffline = false
  const onWaiting = (why: UploadWait | undefined) => {
    wasOffline ||= why === 'offline'
    options.onWaiting(why)
  }
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retryUpload(work, { meaningOf: (error) => (error instanceof ApiError ? 'final' : 'unanswered'), onWaiting, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    }
  }
  signal.throwIfAborted()
  // The widget is loaded with the first file: most people open a form without attaching one.
  const { sendWithUppy } = await ask(() => import('./uppy.ts'))
  const begin = async () => (await ask(() => call(uploadEndpoints.upload, { signal }))).uploadURL
  const send = () => sendWithUppy(file, { ...options, begin, onWaiting })
  const uploadURL = await send().catch((error: Error) => {
    // Who was offline for longer than an address lasts gets another one.
    if (wasOffline && error.message === expiredMessage) return send()
    throw error
  })
  return ask(() => take(uploadURL))
}
