import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Logger, silentLogger } from '#server/platform/telemetry/logger.ts'
import { getBearerToken } from './authentication.ts'
import { registerErrorHandler, replyUnroutable } from './error-handler.ts'
import { createHttpServer } from './http-server.ts'
import { acceptJsonBodies } from './json/json-body.ts'
import { limitVisitor, type RateLimiter } from './rate-limits.ts'
import { createRequestLog, registerRequestContext } from './request-log.ts'
import { getSecurityHeaders } from './security-headers.ts'

/** Without the framework: for the identity provider or the simulators. */
export type MountedHandler = {
  prefix: string
  isUnlogged?: boolean
  handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
}

const isBelow = (url: string, prefix: string) => url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)

/** What is worth compressing; images, PDFs and archives already are, and a stream of events must not be held back. */
const compressibleTypes = /^(?:text\/(?:html|css|csv|plain|javascript)|application\/(?:json|manifest\+json|problem\+json))(?:;|$)/

export const createFastifyApp = async ({
  publicUrl,
  mounts,
  trustedProxies = [],
  rateLimiter,
  logger = silentLogger,
}: {
  publicUrl: () => URL
  mounts: readonly MountedHandler[]
  trustedProxies?: readonly string[]
  rateLimiter?: RateLimiter
  logger?: Logger
}): Promise<FastifyInstance> => {
  const { track, getRequestId } = createRequestLog({ trustedProxies, logger })
  const app: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    frameworkErrors: replyUnroutable,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: getRequestId,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createHttpServer((req, res) => {
        // Set on the raw response, so that mounted handlers and errors have them too.
        for (const [name, value] of Object.entries(getSecurityHeaders(publicUrl()))) res.setHeader(name, value)
        const mount = mounts.find(({ prefix }) => isBelow(req.url ?? '/', prefix))
        if (!mount) return track(req, res, handler)
        const handleMounted = () => void runMountedHandler(mount, req, res, logger)
        return mount.isUnlogged ? handleMounted() : track(req, res, handleMounted, `${mount.prefix}/*`)
      }),
  })

  if (rateLimiter) app.decorate('rateLimiter', rateLimiter)
  registerRequestContext(app)
  registerErrorHandler(app)
  // Bodies of requests are never unpacked: a small one could hold gigabytes. Replies of up to 64 kB are compressed at once (in about half a millisecond), larger ones and
  // streams in parts.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: compressibleTypes,
    globalDecompression: false,
    syncThreshold: 65_536,
  })
  acceptJsonBodies(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(getSecurityHeaders(publicUrl())).header('x-request-id', request.id)
    // Requests with a token need no check: other sites cannot make a browser send one, and cookies are ignored beside it.
    const isRefused =
      !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && getBearerToken(request) === null && isForeign(request.headers, publicUrl())
    if (!isRefused && !request.is404) return
    // Counted and answered before the body is read.
    await limitVisitor(app, request)
    throw isRefused ? new AppError(403, 'This request comes from another site and was refused') : new AppError(404, 'Not found')
  })
  // During shutdown, connections are not kept alive.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (request, reply) => {
    if (closing || leavesMuchUnread(request.raw)) reply.header('connection', 'close')
  })
  return app
}

/** Documents are smaller, up to those with hundreds of lines. */
const maxUnreadBytes = 262_144

/** A large body would be read only to be thrown away. A smaller one is read: its client may not see the answer of a closed connection. */
const leavesMuchUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxUnreadBytes)

const runMountedHandler = async ({ prefix, handle }: MountedHandler, req: IncomingMessage, res: ServerResponse, logger: Logger) => {
  try {
    await handle(req, res)
  } catch (error) {
    logger.error({ err: error }, `a page below ${prefix} failed`)
    if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    res.end('Something went wrong on our side. Please try again.')
  }
}

/** Sent by a browser for a page of another origin. Requests without these headers do not come from a browser. */
const isForeign = (headers: IncomingMessage['headers'], publicUrl: URL): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (headers.origin !== undefined) return headers.origin !== publicUrl.origin
  return site !== undefined && site !== 'none'
}
