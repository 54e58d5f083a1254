import { useEffect, useRef, useState } from 'react'
import type { UploadWait } from './retry-upload.ts'
import { type UploadOptions, uploadFile } from './upload.ts'
import { UploadError } from './upload-error.ts'

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
