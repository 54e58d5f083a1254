import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { maxUploadBytes } from '#shared/uploads.ts'
import { retryDelaysMs, retryUpload, type UploadWait } from './retry-upload.ts'
import { expiredMessage, isFinalStatus, UploadError } from './upload-error.ts'

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

export type UppyOptions = {
  /** Asks for an address. */
  begin: () => Promise<string>
  /** Anything but images is left alone. */
  imagesOnly?: boolean | undefined
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void
  /** Told what it waits for, and undefined when it goes on. */
  onWaiting: (why: UploadWait | undefined) => void
  signal: AbortSignal
}
/** What the widget throws: the request as it ended is its `source`. */
type SendError = Error & { source?: XMLHttpRequest; isRestriction?: boolean }

/** Sends one file of at most 5 MB by PUT to the address that `begin` asks for, and answers it; see `uploadFile`. */
export const sendWithUppy = async (file: File, { begin, imagesOnly, onProgress, onWaiting, signal }: UppyOptions): Promise<string> => {
  let uploadURL = ''
  let failure: unknown
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      failure = error
      throw error
    }
  }
  const uppy = new Uppy({
    restrictions: { maxNumberOfFiles: 1, maxFileSize: maxUploadBytes, allowedFileTypes: imagesOnly ? ['image/*'] : null },
    logger: quiet,
  })
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    retryDelays: retryDelaysMs,
    getUploadParameters: () =>
      noting(async () => {
        uploadURL = await begin()
        return { method: 'PUT', url: uploadURL, headers: { 'content-type': file.type || 'application/octet-stream' } }
      }),
    // The widget itself tries again only with uploads in parts; files this small go in one. Its rule is kept.
    uploadPartBytes: (part) =>
      noting(() => retryUpload(() => AwsS3.uploadPartBytes(part), { meaningOf, onWaiting, signal: part.signal ?? signal })),
  })
  uppy.on('upload-progress', (_file, { bytesUploaded, bytesTotal }) => onProgress(bytesTotal ? bytesUploaded / bytesTotal : 0))
  const cancel = () => uppy.cancelAll()
  signal.addEventListener('abort', cancel)
  try {
    uppy.addFile({ name: file.name, type: file.type, data: file })
    const result = await uppy.upload()
    signal.throwIfAborted()
    if (result?.successful?.length === 1) return uploadURL
    throw failure ?? new Error(String(result?.failed?.[0]?.error ?? 'Unknown error'))
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UploadError ? error : failureOf(error as SendError)
  } finally {
    signal.removeEventListener('abort', cancel)
    uppy.destroy()
  }
}

/** A refusal is final, save 409 and 429. */
const meaningOf = (error: unknown) => {
  const status = (error as SendError).source?.status
  if (status === undefined) return 'final'
  if (status === 0) return 'unanswered'
  return status >= 400 && status < 500 && status !== 409 && status !== 429 ? 'final' : 'passing'
}

const failureOf = ({ message, source, isRestriction }: SendError): UploadError => {
  if (isRestriction) return new UploadError(message, `${message}.`, { isFinal: true })
  if (!source || source.status === 0) return new UploadError(message, 'The file could not be sent. Check your connection, then try again.')
  const said = saidBy(source)
  // The store's own word, or the same in the server's JSON.
  if (message === expiredMessage || (source.status === 403 && said === expiredMessage))
    return new UploadError(expiredMessage, `${expiredMessage}: the upload took too long. Please try again.`)
  const reason = said ?? `The file could not be stored (${source.status}). Please try again.`
  return new UploadError(message, reason, { isFinal: isFinalStatus(source.status) })
}

const saidBy = ({ responseText }: XMLHttpRequest): string | undefined => {
  try {
    return (JSON.parse(responseText) as { message?: string }).message
  } catch {
    return undefined
  }
}
