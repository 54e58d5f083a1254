import { useEffect, useRef, useState } from 'react'
import { uploadEndpoints } from '#shared/contract/endpoints/uploads.ts'
import { ApiError, call, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { expiredMessage, isFinalStatus, retryUpload, UploadError, type UploadWait } from './retry-upload.ts'
import type { UppyOptions } from './uppy.ts'

const toUploadError = (error: unknown): UploadError => {
  const { message } = error as Error
  if (!(error instanceof ApiError)) return new UploadError(message, "The server can't be reached. Check your connection, then try again.")
  if (isSignedOut(error)) return new UploadError(message, 'Your session has ended. Sign in, then try again.')
  const reason = getServerMessage(error, 'Something went wrong on our side. Please try again.')
  return new UploadError(message, reason, { isFinal: isFinalStatus(error.status) })
}

type UploadOptions<Taken> = Omit<UppyOptions, 'getUploadUrl'> & {
  /** Repeated when no response arrives. */
  take: (uploadURL: string) => Promise<Taken>
}

/** @throws UploadError when that fails; the signal's reason when canceled */
const uploadFile = async <Taken>(file: File, options: UploadOptions<Taken>): Promise<Taken> => {
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

export type UploadInProgress = {
  file: File
  /** From 0 to 1; at 1 the server is checking the file. */
  fraction: number
  waiting: UploadWait | undefined
  cancel: () => void
}
type Problem = { message: string; retry?: (() => void) | undefined }

type Options<Taken> = Pick<UploadOptions<Taken>, 'imagesOnly'> & {
  /** A sentence for the user. The server checks again. */
  validate: (files: readonly File[]) => string | undefined
  attach: (uploadURL: string, file: File, signal: AbortSignal) => Promise<Taken>
  onAttached: (taken: Taken) => void
  onFailed?: () => void
}

/** Unmounting cancels it. */
export const useUpload = <Taken>({ validate, imagesOnly, attach, onAttached, onFailed }: Options<Taken>) => {
  const [sending, setSending] = useState<UploadInProgress>()
  const [problem, setProblem] = useState<Problem>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const send = async (files: readonly File[]): Promise<void> => {
    const [file] = files
    if (!file || current.current) return
    const refusal = validate(files)
    setProblem(refusal === undefined ? undefined : { message: refusal })
    if (refusal !== undefined) return
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setSending({ file, fraction: 0, waiting: undefined, cancel: () => controller.abort() })
    const note = (news: Partial<UploadInProgress>) => setSending((now) => now && { ...now, ...news })
    try {
      const taken = await uploadFile(file, {
        imagesOnly,
        signal,
        take: (uploadURL) => attach(uploadURL, file, signal),
        onProgress: (fraction) => note({ fraction }),
        onWaiting: (waiting) => note({ waiting }),
      })
      onAttached(taken)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UploadError)) throw error
      setProblem({ message: error.reason, retry: error.isFinal ? undefined : () => void send([file]) })
      onFailed?.()
    } finally {
      current.current = undefined
      setSending(undefined)
    }
  }
  return { send, sending, problem }
}
export type Upload = Pick<ReturnType<typeof useUpload>, 'send' | 'sending' | 'problem'>
