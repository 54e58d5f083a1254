import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { maxUploadBytes } from '#shared/uploads.ts'
import { expiredMessage, isFinalStatus, retryDelaysMs, retryUpload, UploadError, type UploadWait } from './retry-upload.ts'

const silentLogger = { debug: () => {}, warn: () => {}, error: () => {} }

export type UppyOptions = {
  getUploadUrl: () => Promise<string>
  imagesOnly?: boolean | undefined
  /** From 0 to 1. */
  onProgress: (fraction: number) => void
  onWaiting: (why: UploadWait | undefined) => void
  signal: AbortSignal
}
type SendError = Error & { source?: XMLHttpRequest; isRestriction?: boolean }

/** At most 5 MB. */
export const sendWithUppy = async (
  file: File,
  { getUploadUrl, imagesOnly, onProgress, onWaiting, signal }: UppyOptions,
): Promise<string> => {
  let uploadURL = ''
  let failure: unknown
  const recordFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      failure = error
      throw error
    }
  }
  const uppy = new Uppy({
    restrictions: { maxNumberOfFiles: 1, maxFileSize: maxUploadBytes, allowedFileTypes: imagesOnly ? ['image/*'] : null },
    logger: silentLogger,
  })
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    retryDelays: retryDelaysMs,
    getUploadParameters: () =>
      recordFailure(async () => {
        uploadURL = await getUploadUrl()
        return { method: 'PUT', url: uploadURL, headers: { 'content-type': file.type || 'application/octet-stream' } }
      }),
    // Uppy retries only multipart uploads; small files go in one request, so its retry rule is applied here.
    uploadPartBytes: (part) =>
      recordFailure(() => retryUpload(() => AwsS3.uploadPartBytes(part), { meaningOf, onWaiting, signal: part.signal ?? signal })),
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
    throw error instanceof UploadError ? error : toUploadError(error as SendError)
  } finally {
    signal.removeEventListener('abort', cancel)
    uppy.destroy()
  }
}

const meaningOf = (error: unknown) => {
  const status = (error as SendError).source?.status
  if (status === undefined) return 'final'
  if (status === 0) return 'unanswered'
  return status >= 400 && status < 500 && status !== 409 && status !== 429 ? 'final' : 'passing'
}

const toUploadError = ({ message, source, isRestriction }: SendError): UploadError => {
  if (isRestriction) return new UploadError(message, `${message}.`, { isFinal: true })
  if (!source || source.status === 0) return new UploadError(message, 'The file could not be sent. Check your connection, then try again.')
  const serverText = parseMessage(source)
  // From the object store as text, or from this server as JSON.
  if (message === expiredMessage || (source.status === 403 && serverText === expiredMessage))
    return new UploadError(expiredMessage, `${expiredMessage}: the upload took too long. Please try again.`)
  const reason = serverText ?? `The file could not be stored (${source.status}). Please try again.`
  return new UploadError(message, reason, { isFinal: isFinalStatus(source.status) })
}

const parseMessage = ({ responseText }: XMLHttpRequest): string | undefined => {
  try {
    return (JSON.parse(responseText) as { message?: string }).message
  } catch {
    return undefined
  }
}
