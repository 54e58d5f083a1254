import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, answerApiRequest } from '#simulators/kit/api.ts'
import type { Fault, Faults } from '#simulators/kit/faults.ts'
import { describeError, HttpError, readBody } from '#simulators/kit/http.ts'
import { matchRoute } from '#simulators/kit/routes.ts'
import { findValidToken, getAccount } from '#simulators/paypal/accounts/accounts.ts'
import { issueToken } from '#simulators/paypal/accounts/tokens.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { badRequest, PayPalError, plainError, unauthorized } from '#simulators/paypal/core/errors.ts'
import type { ApiCall, ApiResult, Route } from '#simulators/paypal/core/route.ts'
import type { Account } from '#simulators/paypal/core/state.ts'
import type { RequestIds } from './idempotency.ts'

/** Without credentials. */
export type Exchange = {
  route: string
  query: string
  requestId: string | null
  prefer: string | null
  params: string
  status: number
  body: string
}
type Options = {
  context: Context
  routes: readonly Route[]
  faults: Faults
  requestIds: RequestIds
  log(line: string): void
  observe(exchange: Exchange): void
}

const tokenPath = '/v1/oauth2/token'
const maxBodyBytes = 1_000_000
const toJson = (body: object | null) => (body === null ? '' : JSON.stringify(body))

const parseJson = (text: string, type: string | undefined): unknown => {
  if (text.trim() === '') return undefined
  if (!/^application\/json\b/i.test(type ?? ''))
    throw plainError(415, 'UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type.")
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('MALFORMED_REQUEST_JSON', { field: '/' })
  }
}

const getHeader = (req: IncomingMessage, name: string) => {
  const value = req.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const createFaultError = (fault: Fault, isStored: boolean) =>
  fault.code === 429
    ? plainError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.', isStored)
    : plainError(fault.code, 'INTERNAL_SERVER_ERROR', 'An internal server error occurred.', isStored)

export const createApiHandler = ({ context, routes, faults, requestIds, log, observe }: Options) => {
  const authenticate = (req: IncomingMessage): Account => {
    const sent = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
    const token = sent === undefined ? null : findValidToken(context, sent, 'access')
    if (!token) throw unauthorized()
    return getAccount(context, token.clientId)
  }

  const runRoute = async (route: Route, call: ApiCall, fault: Fault | null): Promise<ApiResult> => {
    if (fault?.kind === 'latency') await sleep(fault.ms)
    if (fault?.kind === 'status' && fault.stored) throw createFaultError(fault, true)
    return route.run(call)
  }

  const runOnce = async (
    { route, idempotent }: { route: Route; idempotent: NonNullable<Route['idempotent']> },
    call: ApiCall,
    fault: Fault | null,
    key: string,
    debugId: string,
  ): Promise<ApiResponse> => {
    const { account } = call
    const stored = requestIds.begin(account, key, idempotent.seconds)
    if (stored?.refusal) return stored.refusal
    if (stored) return { status: idempotent.status, body: toJson(idempotent.view(call, stored.id)) }
    let result: Parameters<RequestIds['finish']>[2] = null
    try {
      const { status, body, id = '' } = await runRoute(route, call, fault)
      result = { id, refusal: null }
      return { status, body: toJson(body) }
    } catch (error) {
      if (!(error instanceof PayPalError) || !error.isStored) throw error
      const refusal = { status: error.status, body: toJson(error.body(debugId)) }
      result = { id: '', refusal }
      return refusal
    } finally {
      requestIds.finish(account, key, result)
      context.changed()
    }
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const debugId = context.ids.debug()
    const method = req.method ?? ''
    const match = matchRoute(routes, method, url.pathname)
    const isToken = method === 'POST' && url.pathname === tokenPath
    const routeName = isToken || !match ? `${method} ${url.pathname}` : `${method} ${match.route.path}`
    const requestId = getHeader(req, 'paypal-request-id')
    const prefer = getHeader(req, 'prefer')
    let text = ''

    const respond = async (fault: Fault | null): Promise<ApiResponse> => {
      if (fault?.kind === 'status' && !fault.stored) throw createFaultError(fault, false)
      text = await readBody(req, maxBodyBytes)
      if (isToken) {
        if (fault?.kind === 'latency') await sleep(fault.ms)
        return { status: 200, body: toJson(issueToken(context, req.headers.authorization, new URLSearchParams(text))) }
      }
      const account = authenticate(req)
      if (!match) throw plainError(404, 'NOT_FOUND', 'The simulator has only the endpoints that this product uses.')
      if (requestId && requestId.length > 108) throw badRequest('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', location: 'header' })
      const { route, id } = match
      const body = method === 'POST' ? parseJson(text, req.headers['content-type']) : undefined
      const full = prefer === 'return=representation'
      const call: ApiCall = { account, context, id, body, text, query: url.searchParams, full, hasRequestId: requestId !== null }
      if (route.idempotent && requestId)
        return runOnce({ route, idempotent: route.idempotent }, call, fault, `${url.pathname} ${requestId}`, debugId)
      const result = await runRoute(route, call, fault)
      return { status: result.status, body: toJson(result.body) }
    }

    const toErrorResponse = (error: unknown): ApiResponse => {
      if (error instanceof PayPalError) return { status: error.status, body: toJson(error.body(debugId)) }
      if (error instanceof HttpError)
        return { status: error.status, body: toJson({ name: 'INVALID_REQUEST', message: error.message, debug_id: debugId }) }
      log(`PayPal simulator: ${routeName} ${debugId}: ${describeError(error)}`)
      const body = { name: 'INTERNAL_SERVER_ERROR', message: 'The simulator failed. See its log.', debug_id: debugId }
      return { status: 500, body: toJson(body) }
    }

    await answerApiRequest(req, res, {
      name: 'PayPal',
      route: routeName,
      isKnown: isToken || match !== null,
      requestId: debugId,
      faults,
      log,
      respond: async (fault) => ({ ...(await respond(fault).catch(toErrorResponse)), headers: { 'paypal-debug-id': debugId } }),
      observe: ({ status, body }) =>
        observe({ route: routeName, query: url.search.slice(1), requestId, prefer, params: text, status, body }),
    })
  }
}
