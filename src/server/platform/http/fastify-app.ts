import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Logger, silentLogger } from '#server/platform/telemetry/logger.ts'
import { getBearerToken } from './bearer-token.ts'
import { describeJsonError, registerErrorHandler, replyUnroutable } from './error-handler.ts'
import { createHttpServer } from './http-server.ts'
import type { RateLimiter } from './rate-limits.ts'
import { createRequestLog, registerRequestContext } from './request-log.ts'
import { getSecurityHeaders } from './security-headers.ts'

/** A part that brings its own request handling (the identity provider, the sandbox's pages), below a path of this server. */
export type MountedHandler = {
  prefix: string
  /** Machines ask all the time; nobody wants to read of it. */
  isUnlogged?: boolean
  handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
}

const belongsTo = (url: string, prefix: string) => url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)

/** An HTTP server with what every answer needs: security headers, request ids, JSON errors, and no state change from foreign origins. */
export const createFastifyApp = async ({
  publicUrl,
  mounts,
  trustedProxies = [],
  limits,
  logger = silentLogger,
}: {
  publicUrl: () => URL
  mounts: readonly MountedHandler[]
  /** Proxies in front of the server that may say where a request came from. */
  trustedProxies?: readonly string[]
  /** What routes count requests with; without it, none that counts can be put there. */
  limits?: RateLimiter
  logger?: Logger
}): Promise<FastifyInstance> => {
  const { follow, requestId } = createRequestLog({ trustedProxies, logger })
  const app: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    frameworkErrors: replyUnroutable,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createHttpServer((req, res) => {
        // Before anybody answers: whatever comes of it, a page, a failure or a redirect, leaves with them.
        for (const [name, value] of Object.entries(getSecurityHeaders(publicUrl()))) res.setHeader(name, value)
        const mount = mounts.find(({ prefix }) => belongsTo(req.url ?? '/', prefix))
        if (!mount) return follow(req, res, handler)
        const answer = () => void answerBelow(mount, req, res, logger)
        return mount.isUnlogged ? answer() : follow(req, res, answer, `${mount.prefix}/*`)
      }),
  })

  if (limits) app.decorate('limits', limits)
  registerRequestContext(app)
  registerErrorHandler(app)
  // An empty body is no body; JSON that tries to reach prototypes is refused.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, (error, value) => done(error && (describeJsonError(body as string) ?? error), value))
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(getSecurityHeaders(publicUrl())).header('x-request-id', request.id)
    // No other site can have a browser send a token, and beside one no cookie counts.
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && getBearerToken(request) === null && isForeign(request.headers, publicUrl()))
      throw new AppError(403, 'This request comes from another site and was refused')
  })
  // While the server drains, no connection is kept for a next request.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  return app
}

const answerBelow = async ({ prefix, handle }: MountedHandler, req: IncomingMessage, res: ServerResponse, logger: Logger) => {
  try {
    await handle(req, res)
  } catch (error) {
    logger.error({ err: error }, `a page below ${prefix} failed`)
    if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    res.end('Something went wrong on our side. Please try again.')
  }
}

/** Browsers say where a request comes from; programs that say nothing carry no cookies of a victim either. */
const isForeign = (headers: IncomingMessage['headers'], publicUrl: URL): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (headers.origin !== undefined) return headers.origin !== publicUrl.origin
  return site !== undefined && site !== 'none'
}
