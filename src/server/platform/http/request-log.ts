import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CurrentRequest, instrument } from '#server/platform/telemetry/instrumentation.ts'
import type { Logger } from '#server/platform/telemetry/logger.ts'
import { getCurrentRequest, runInRequestContext } from '#server/platform/telemetry/request-context.ts'
import { createTrustedProxyCheck } from './request-source.ts'

const noRoute = '(none)'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w.:-]{8,64}$/.test(text)
const isTraceparent = (text: unknown): text is string => typeof text === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)

type Options = { trustedProxies: readonly string[]; logger: Logger }
type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** The request id and the trace context of a trusted proxy are adopted. */
export const createRequestLog = ({ trustedProxies, logger }: Options) => {
  const isTrusted = createTrustedProxyCheck(trustedProxies)

  const describeRequest = ({ method = '', headers, socket }: IncomingMessage, route: string): CurrentRequest => {
    const trusted = isTrusted(socket.remoteAddress)
    const { 'x-request-id': id, traceparent } = headers
    return {
      id: trusted && isRequestId(id) ? id : randomUUID(),
      method: methods.has(method) ? method : 'OTHER',
      route,
      userId: null,
      status: 0,
      isStream: false,
      traceparent: trusted && isTraceparent(traceparent) ? traceparent : null,
    }
  }

  const handleToEnd = (request: CurrentRequest, handle: Handler, req: IncomingMessage, res: ServerResponse) =>
    new Promise<void>((resolve) => {
      res.once('close', () => {
        request.status = res.headersSent ? res.statusCode : 499
        resolve()
      })
      handle(req, res)
    })

  return {
    track: (req: IncomingMessage, res: ServerResponse, handle: Handler, route = noRoute): void => {
      const request = describeRequest(req, route)
      const startedAt = performance.now()
      runInRequestContext(request, req.socket, () => {
        void instrument('request', request, () => handleToEnd(request, handle, req, res)).then(() => {
          const { method, route, status, userId } = request
          const ms = Math.round((performance.now() - startedAt) * 10) / 10
          logger.info({ method, route, status, ms, ...(userId !== null && { userId }) }, 'request')
        })
      })
    },
    getRequestId: (): string => getCurrentRequest()?.id ?? randomUUID(),
  }
}

/** Taken before the body was read. Reading the body continues in the connection's context. */
const contexts = new WeakMap<FastifyRequest, ReturnType<typeof AsyncLocalStorage.snapshot>>()

export const registerRequestContext = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const current = getCurrentRequest()
    if (current) {
      current.route = request.routeOptions.url ?? noRoute
      contexts.set(request, AsyncLocalStorage.snapshot())
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const restore = contexts.get(request)
    if (restore) restore(done)
    else done()
  })
}

export const setRequestUser = (userId: number, { isStream = false } = {}): void => {
  const request = getCurrentRequest()
  if (request) Object.assign(request, { userId, isStream })
}
