import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError } from '../errors.ts'
import { answerErrors, answerUnroutable } from './errors.ts'
import type { Limits } from './limits.ts'

/** A part that brings its own request handling (the identity provider, the sandbox's pages), below a path of this server. */
export type Mount = { prefix: string; handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void> }

/** What no log may hold: credentials, and the rows that PostgreSQL quotes when it refuses them. */
const secretFields = ['req.headers.cookie', 'req.headers.authorization', 'err.detail', 'err.where', 'err.query', 'err.params']

const belongsTo = (url: string, prefix: string) => url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)

/** An HTTP server with what every answer needs: security headers, request ids, JSON errors, and no state change from foreign origins. */
export const createServerShell = async ({
  publicUrl,
  mounts,
  trustedProxies = [],
  limits,
  logLevel,
}: {
  publicUrl: () => URL
  mounts: readonly Mount[]
  /** Proxies in front of the server that may say where a request came from. */
  trustedProxies?: readonly string[]
  /** What routes count requests with; without it, none that counts can be put there. */
  limits?: Limits
  logLevel: string
}): Promise<FastifyInstance> => {
  const app = fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel, redact: secretFields },
    frameworkErrors: answerUnroutable,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createServer((req, res) => {
        const mount = mounts.find(({ prefix }) => belongsTo(req.url ?? '/', prefix))
        if (!mount) return handler(req, res)
        Promise.resolve(mount.handle(req, res)).catch((error: unknown) => {
          app.log.error({ err: error }, `a page below ${mount.prefix} failed`)
          if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' })
          res.end('Something went wrong on our side. Please try again.')
        })
      }),
  })

  if (limits) app.decorate('limits', limits)
  answerErrors(app)
  await app.register(helmet, {
    // Pages bring their own policy; an API answer needs nothing at all.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl().protocol === 'https:' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // The print popups of papers are opened by this origin's own pages.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })

  // An empty body is no body; JSON that tries to reach prototypes is refused.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, done)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isForeign(request.headers, publicUrl()))
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

/** Browsers say where a request comes from; programs that say nothing carry no cookies of a victim either. */
const isForeign = (headers: IncomingMessage['headers'], publicUrl: URL): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (headers.origin !== undefined) return headers.origin !== publicUrl.origin
  return site !== undefined && site !== 'none'
}
