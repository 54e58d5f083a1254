import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#server/platform/errors/app-error.ts'
import { assertObjectKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'
import { createTooLargeError } from './uploads.ts'

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

/** `code` is S3's ('NoSuchBucket'), or 'unreachable'. */
export class S3Error extends AppError {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(503, 'The file store is not reachable at the moment. Please try again in a few seconds.')
    this.name = 'S3Error'
    this.code = code
    this.cause = options?.cause
  }
}

const timeoutMs = 15_000

/** `log` receives the store's error codes, which are not shown to users. */
export const createS3Store = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings, { log }: S3Options): ObjectStore => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}/`
  const getUrl = (key: string) => base + assertObjectKey(key)

  const throwUnreachable = (cause: Error): never => {
    log(`The object store at ${new URL(base).origin} can't be reached: ${String(cause.cause ?? cause.message)}`)
    throw new S3Error('unreachable', { cause })
  }

  const send = async (method: string, key: string, body?: Uint8Array, contentType?: string): Promise<Response | null> => {
    const response = await client
      .fetch(getUrl(key), {
        method,
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        ...(body ? { body: Uint8Array.from(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch(throwUnreachable)
    if (response.ok) return response
    const code = /<Code>(\w{1,60})<\/Code>/.exec(await response.text().catch(throwUnreachable))?.[1] ?? String(response.status)
    if (response.status === 404 && code !== 'NoSuchBucket') return null
    log(`The object store answered ${method} with ${response.status} ${code}`)
    throw new S3Error(code)
  }

  return {
    put: async (key, bytes, contentType) => {
      if (!(await send('PUT', key, bytes, contentType))) throw new S3Error('404')
    },
    get: async (key, maxBytes = Number.POSITIVE_INFINITY) => {
      const found = await send('GET', key)
      return (
        found &&
        readUpTo(maxBytes, found).catch((error: Error) => (error instanceof AppError ? Promise.reject(error) : throwUnreachable(error)))
      )
    },
    stat: async (key) => {
      const found = await send('HEAD', key)
      return found && { size: Number(found.headers.get('content-length')) }
    },
    remove: async (key) => {
      await send('DELETE', key)
    },
  }
}

/** Whatever the Content-Length says. @throws AppError 413 above the limit */
const readUpTo = async (maxBytes: number, { body }: Response): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBytes) throw createTooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

type S3Options = { log: (line: string) => void }
