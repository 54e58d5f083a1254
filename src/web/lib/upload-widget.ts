import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { maxUploadBytes } from '#shared/uploads.ts'
import { UploadError } from './upload-error.ts'

/** Pauses between the tries. */
const retryDelaysMs = [0, 1000, 3000, 5000]
const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

type Options = { begin: () => Promise<string>; onProgress: (fraction: number) => void; signal: AbortSignal }
/** What the widget throws: the request as it ended is its `source`. */
type SendError = Error & { source?: XMLHttpRequest }
type SendBytes = typeof AwsS3.uploadPartBytes

/** Sends one file of at most 5 MB by PUT to the address that `begin` asks for; see `uploadFile`. */
export const sendFile = async (file: File, { begin, onProgress, signal }: Options): Promise<string> => {
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
  const uppy = new Uppy({ restrictions: { maxNumberOfFiles: 1, maxFileSize: maxUploadBytes }, logger: quiet })
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    retryDelays: retryDelaysMs,
    getUploadParameters: () =>
      noting(async () => {
        uploadURL = await begin()
        return { method: 'PUT', url: uploadURL, headers: { 'content-type': file.type || 'application/octet-stream' } }
      }),
    uploadPartBytes: (part) => noting(() => sendWithRetries(part)),
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
    throw error instanceof UploadError ? error : new UploadError((error as Error).message, reasonOf(error as SendError))
  } finally {
    signal.removeEventListener('abort', cancel)
    uppy.destroy()
  }
}

/** The widget itself tries again only with uploads in parts; files this small go in one. Its rule is kept: a refusal is final, save 409 and 429. */
const sendWithRetries: SendBytes = async (part) => {
  for (const pauseMs of [...retryDelaysMs, null]) {
    try {
      return await AwsS3.uploadPartBytes(part)
    } catch (error) {
      const status = (error as SendError).source?.status
      const isFinal = status === undefined || (status >= 400 && status < 500 && status !== 409 && status !== 429)
      if (isFinal || pauseMs === null || part.signal?.aborted) throw error
      await (navigator.onLine ? pause(pauseMs, part.signal) : online(part.signal))
    }
  }
  throw new Error('Unknown error')
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
const online = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })

const reasonOf = ({ message, source }: SendError): string => {
  if (message === 'Request has expired') return 'The upload took too long and its address has expired. Attach the file again.'
  if (!source || source.status === 0) return 'The file could not be sent. Check your connection, then attach it again.'
  return saidBy(source) ?? `The file could not be stored (${source.status}). Please attach it again.`
}

const saidBy = ({ responseText }: XMLHttpRequest): string | undefined => {
  try {
    return (JSON.parse(responseText) as { message?: string }).message
  } catch {
    return undefined
  }
}
