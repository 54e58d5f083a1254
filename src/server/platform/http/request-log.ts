import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CurrentRequest, instrument } from '#server/platform/telemetry/instrumentation.ts'
import type { Logger } from '#server/platform/telemetry/logger.ts'
import { getCurrentRequest, runInRequestContext } from '#server/platform/telemetry/request-context.ts'
import { createTrustedProxyCheck } from './trusted-proxies.ts'

/** Of an address that leads nowhere. */
const nowhere = '(none)'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** An id that a proxy made: short, and of nothing that a log or a header could trip over. */
const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w.:-]{8,64}$/.test(text)
const isTraceparent = (text: unknown): text is string => typeof text === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)

type Options = { trustedProxies: readonly string[]; logger: Logger }
type Answer = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Gives every request its id and follows it to its end: one line in the log at 'info', and one act for whoever watches.
 * The id and the place in a trace come from a trusted proxy, or are made here.
 */
export const createRequestLog = ({ trustedProxies, logger }: Options) => {
  const isTrusted = createTrustedProxyCheck(trustedProxies)

  const begin = ({ method = '', headers, socket }: IncomingMessage, route: string): CurrentRequest => {
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

  /** Resolves when the answer is on its way, or whoever asked is gone. */
  const answered = (request: CurrentRequest, answer: Answer, req: IncomingMessage, res: ServerResponse) =>
    new Promise<void>((resolve) => {
      res.once('close', () => {
        request.status = res.headersSent ? res.statusCode : 499
        resolve()
      })
      answer(req, res)
    })

  return {
    /** Answers one request, by `answer`. @param route what stands for its path; the framework's own routes say theirs later */
    follow: (req: IncomingMessage, res: ServerResponse, answer: Answer, route = nowhere): void => {
      const request = begin(req, route)
      const startedAt = performance.now()
      runInRequestContext(request, req.socket, () => {
        void instrument('request', request, () => answered(request, answer, req, res)).then(() => {
          const { method, route, status, userId } = request
          const ms = Math.round((performance.now() - startedAt) * 10) / 10
          logger.info({ method, route, status, ms, ...(userId !== null && { userId }) }, 'request')
        })
      })
    },
    requestId: (): string => getCurrentRequest()?.id ?? randomUUID(),
  }
}

/** Where the work of a request stood before its body was read: what reads it knows nothing of whose it is. */
const places = new WeakMap<FastifyRequest, ReturnType<typeof AsyncLocalStorage.snapshot>>()

/** Has the framework say which route a request took, and keeps the request's id with all that is done for it. */
export const registerRequestContext = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const current = getCurrentRequest()
    if (current) {
      current.route = request.routeOptions.url ?? nowhere
      places.set(request, AsyncLocalStorage.snapshot())
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const back = places.get(request)
    if (back) back(done)
    else done()
  })
}

/** Notes whose request it is, and whether its answer lasts as long as the page does. */
export const setRequestUser = (userId: number, { isStream = false } = {}): void => {
  const request = getCurrentRequest()
  if (request) Object.assign(request, { userId, isStream })
}
