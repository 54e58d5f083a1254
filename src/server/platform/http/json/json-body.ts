import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createJsonScan, parseJson } from './json-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values and names of fields. */
    maxTokens?: number
  }
}

/** Enough for a form. */
const defaultMaxTokens = 1000
/** Larger bodies are parsed in a thread of their own. */
const largeBodyBytes = 1_048_576
/** A large body holds one of a few places. */
const maxArrivalSeconds = 60

export class LargeBody {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const formatSize = (bytes: number) => (bytes < 1_048_576 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1_048_576)} MB`)

export const createTooLargeError = ({ routeOptions }: FastifyRequest) =>
  new AppError(413, `The request is too large: this call takes at most ${formatSize(routeOptions.bodyLimit)}`)

/** A body without a length may turn out to be. */
export const mayBeLarge = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.bodyLimit > largeBodyBytes &&
  (headers['content-length'] === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(headers['content-length']) > largeBodyBytes)

const hashes = new WeakMap<FastifyRequest, string>()
const startHash = ({ method, url }: FastifyRequest) => createHash('sha256').update(`${method} ${url}\n`)
/** Of method, URL and body as it was sent. */
export const getRequestHash = (request: FastifyRequest): string => hashes.get(request) ?? startHash(request).update('null').digest('hex')

/** Scans each part as it arrives, so that a hostile body is refused early and never kept. */
const receive = (request: FastifyRequest, payload: Readable): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { bodyLimit, config } = request.routeOptions
    const scan = createJsonScan(config.maxTokens ?? defaultMaxTokens)
    const hash = request.headers['idempotency-key'] === undefined ? null : startHash(request)
    const parts: Buffer[] = []
    let length = 0
    const timer = setTimeout(
      () =>
        finish(new AppError(408, `The request took longer than ${maxArrivalSeconds} seconds to arrive. Please send it in smaller parts.`)),
      maxArrivalSeconds * 1000,
    )
    const finish = (error?: Error) => {
      clearTimeout(timer)
      payload.off('data', onData).off('end', onEnd).off('error', onError)
      if (error) return reject(error)
      if (hash) hashes.set(request, hash.digest('hex'))
      resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts, length))
    }
    const onData = (part: Buffer) => {
      length += part.length
      if (length > bodyLimit) return finish(createTooLargeError(request))
      try {
        scan(part)
      } catch (error) {
        return finish(error as Error)
      }
      hash?.update(part)
      parts.push(part)
    }
    const onEnd = () => finish()
    const onError = (error: Error) => finish(Object.assign(error, { statusCode: 400 }))
    if (Number(request.headers['content-length']) > bodyLimit) return finish(createTooLargeError(request))
    payload.on('data', onData).on('end', onEnd).on('error', onError)
  })

/** Scanned as it arrives, parsed once, and above 1 MB left as a LargeBody for the account's turn. An empty body counts as none. */
export const acceptJsonBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await receive(request, payload)
    return bytes.length > largeBodyBytes ? new LargeBody(bytes) : parseJson(bytes)
  })
}
