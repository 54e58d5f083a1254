import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#simulators/kit/control-api/fault.ts'
import type { FaultBox } from '#simulators/kit/control-api/faults.ts'
import { readBody, sendText } from '#simulators/kit/http.ts'
import { accountOf, goodToken } from '#simulators/paypal/accounts/accounts.ts'
import { giveToken } from '#simulators/paypal/accounts/tokens.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { badRequest, PayPalError, plainError, unauthorized } from '#simulators/paypal/core/errors.ts'
import { type Answer, type Call, matchRoute, type Route } from '#simulators/paypal/core/route.ts'
import type { Account } from '#simulators/paypal/core/state.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { Idempotency } from './idempotency.ts'

/** One request and its answer as they were on the wire, without credentials; tests check them against PayPal's own description. */
export type Exchange = {
  route: string
  query: string
  requestId: string | null
  prefer: string | null
  params: string
  status: number
  body: string
}
type Parts = {
  world: World
  routes: readonly Route[]
  faults: FaultBox
  idempotency: Idempotency
  log(line: string): void
  observe(exchange: Exchange): void
}
type Wire = { status: number; body: string }

const tokenPath = '/v1/oauth2/token'
const maxBodyBytes = 1_000_000
const json = (body: object | null) => (body === null ? '' : JSON.stringify(body))

const parsed = (text: string, type: string | undefined): unknown => {
  if (text.trim() === '') return undefined
  if (!/^application\/json\b/i.test(type ?? ''))
    throw plainError(415, 'UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type.")
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('MALFORMED_REQUEST_JSON', { field: '/' })
  }
}

const header = (req: IncomingMessage, name: string) => {
  const value = req.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const armed = (fault: Fault, remembered: boolean) =>
  fault.code === 429
    ? plainError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.', remembered)
    : plainError(fault.code, 'INTERNAL_SERVER_ERROR', 'An internal server error occurred.', remembered)

/** Answers everything below `/v1` and `/v2`: token, route, PayPal-Request-Id, the work, and whatever fault is armed for it. */
export const apiHandler = ({ world, routes, faults, idempotency, log, observe }: Parts) => {
  const authenticated = (req: IncomingMessage): Account => {
    const token = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
    const good = token === undefined ? null : goodToken(world, token, 'access')
    if (!good) throw unauthorized()
    return accountOf(world, good.clientId)
  }

  const work = async (route: Route, call: Call, fault: Fault | null): Promise<Answer> => {
    if (fault?.kind === 'latency') await sleep(fault.ms)
    if (fault?.kind === 'status' && fault.stored) throw armed(fault, true)
    return route.run(call)
  }

  const once = async (route: Route, call: Call, fault: Fault | null, path: string, requestId: string, debugId: string): Promise<Wire> => {
    const known = idempotency.begin(call.account, route, path, requestId)
    if (known?.refusal) return known.refusal
    if (known && route.repeat) return { status: route.repeat.status, body: json(route.repeat.view(call, known.id)) }
    let result: Parameters<Idempotency['finish']>[3] = null
    try {
      const { status, body, id = '' } = await work(route, call, fault)
      result = { id, refusal: null }
      return { status, body: json(body) }
    } catch (error) {
      if (!(error instanceof PayPalError) || !error.remembered) throw error
      const refusal = { status: error.status, body: json(error.body(debugId)) }
      result = { id: '', refusal }
      return refusal
    } finally {
      idempotency.finish(call.account, path, requestId, result)
      world.changed()
    }
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const debugId = world.ids.debug()
    const method = req.method ?? ''
    const match = matchRoute(routes, method, url.pathname)
    const isToken = method === 'POST' && url.pathname === tokenPath
    const routeName = isToken || !match ? `${method} ${url.pathname}` : `${method} ${match.route.path}`
    const fault = isToken || match ? faults.take(routeName) : null
    if (fault?.kind === 'drop-before') return void req.socket.destroy()
    if (fault?.kind === 'html') return sendText(res, fault.code, 'text/html', '<html><body><h1>Bad gateway</h1></body></html>')

    const requestId = header(req, 'paypal-request-id')
    const prefer = header(req, 'prefer')
    let text = ''
    const answer = async (): Promise<Wire> => {
      if (fault?.kind === 'status' && !fault.stored) throw armed(fault, false)
      text = await readBody(req, maxBodyBytes)
      if (isToken) {
        if (fault?.kind === 'latency') await sleep(fault.ms)
        return { status: 200, body: json(giveToken(world, req.headers.authorization, new URLSearchParams(text))) }
      }
      const account = authenticated(req)
      if (!match) throw plainError(404, 'NOT_FOUND', 'The sandbox answers only the calls that this product makes.')
      if (requestId && requestId.length > 108) throw badRequest('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', location: 'header' })
      const body = method === 'POST' ? parsed(text, req.headers['content-type']) : undefined
      const full = prefer === 'return=representation'
      const call: Call = { account, world, id: match.id, body, text, query: url.searchParams, full, hasRequestId: requestId !== null }
      if (match.route.repeat && requestId) return once(match.route, call, fault, url.pathname, requestId, debugId)
      const made = await work(match.route, call, fault)
      return { status: made.status, body: json(made.body) }
    }
    const sent = await answer().catch((error: unknown): Wire => {
      if (error instanceof PayPalError) return { status: error.status, body: json(error.body(debugId)) }
      if (error instanceof ApiError)
        return { status: error.status, body: json({ name: 'INVALID_REQUEST', message: error.message, debug_id: debugId }) }
      log(`PayPal sandbox ${routeName} ${debugId}: ${error instanceof Error ? error.stack : String(error)}`)
      return {
        status: 500,
        body: json({ name: 'INTERNAL_SERVER_ERROR', message: 'The sandbox failed; its log says why.', debug_id: debugId }),
      }
    })

    log(`PayPal sandbox ${routeName} ${sent.status} ${debugId}`)
    if ((match || isToken) && !fault) observe({ route: routeName, query: url.search.slice(1), requestId, prefer, params: text, ...sent })
    if (fault?.kind === 'drop-after') return void req.socket.destroy()
    if (sent.status === 204) return void res.writeHead(204, { 'paypal-debug-id': debugId }).end()
    sendText(res, sent.status, 'application/json', sent.body, { 'paypal-debug-id': debugId })
  }
}
