import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, answerApiRequest } from '#simulators/kit/api.ts'
import type { Fault, Faults } from '#simulators/kit/faults.ts'
import { describeError, HttpError, readBody } from '#simulators/kit/http.ts'
import { matchRoute } from '#simulators/kit/routes.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError, toErrorBody } from '#simulators/stripe/core/errors.ts'
import { expandObject } from '#simulators/stripe/core/expand.ts'
import { type FormObject, parseForm } from '#simulators/stripe/core/form.ts'
import { parseSecretKey } from '#simulators/stripe/core/keys.ts'
import type { Route } from '#simulators/stripe/core/route.ts'
import { type Account, emptyAccount } from '#simulators/stripe/core/state.ts'
import type { IdempotencyKeys } from './idempotency.ts'

export type Exchange = { route: string; params: string; status: number; body: string }
type Options = {
  context: Context
  routes: readonly Route[]
  faults: Faults
  idempotencyKeys: IdempotencyKeys
  liveAccounts: boolean
  log(line: string): void
  observe(exchange: Exchange): void
}

const maxBodyBytes = 1_000_000
const toJson = (body: object) => JSON.stringify(body, null, 2)
const toErrorResponse = (error: HttpError): ApiResponse => ({ status: error.status, body: toJson(toErrorBody(error)) })
const createFaultError = (fault: Fault, isStored: boolean) =>
  new ApiError(fault.code, 'A fault that was armed by the control API.', { type: 'api_error' }, isStored)

const maskKey = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`

/** @throws ApiError 401 */
const authenticate = (context: Context, authorization: string | undefined, liveAccounts: boolean): Account => {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!key)
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  const owner = parseSecretKey(key)
  if (!owner || (owner.live && !liveAccounts)) throw new ApiError(401, `Invalid API Key provided: ${maskKey(key)}`)
  if (context.state.revokedKeys.includes(key))
    throw new ApiError(401, `Expired API Key provided: ${maskKey(key)}`, { code: 'api_key_expired' })
  const known = context.state.accounts[owner.table]
  if (known) return known
  const { id, live, publishableKey } = owner
  const account = emptyAccount({ id, livemode: live, publishableKey, created: context.now() })
  context.state.accounts[owner.table] = account
  context.changed()
  return account
}

type Call = {
  account: Account
  match: { route: Route; id: string }
  form: FormObject
  fault: Fault | null
  path: string
  requestId: string
}

const runRoute = (context: Context, { account, match: { route, id }, form }: Call): ApiResponse => {
  const params = route.read(form, '') as { expand: string[] }
  const result = route.run({ account, context, id, params: params as never })
  return { status: 200, body: toJson(expandObject(account, result, params.expand)) }
}

export const createApiHandler = ({ context, routes, faults, idempotencyKeys, liveAccounts, log, observe }: Options) => {
  const respondOnce = async (call: Call): Promise<{ response: ApiResponse; isStored: boolean }> => {
    const { fault } = call
    if (fault?.kind === 'latency') await sleep(fault.ms)
    try {
      if (fault?.kind === 'status' && fault.stored) throw createFaultError(fault, true)
      return { response: runRoute(context, call), isStored: true }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { response: toErrorResponse(error), isStored: error.isStored }
    }
  }

  const respondWithKey = async (call: Call, key: string): Promise<ApiResponse> => {
    const { account, path, requestId } = call
    const request = { method: call.match.route.method, path, params: call.form, requestId }
    const stored = idempotencyKeys.begin(account, key, request)
    const echo = { 'idempotency-key': key, 'original-request': stored?.requestId ?? requestId }
    if (stored) return { status: stored.status, body: stored.body, headers: { ...echo, 'idempotent-replayed': 'true' } }
    let toStore: { status: number; body: string } | null = null
    try {
      const { response, isStored } = await respondOnce(call)
      if (isStored) toStore = { status: response.status, body: response.body }
      return { ...response, headers: echo }
    } finally {
      idempotencyKeys.finish(account, key, request, toStore)
      context.changed()
    }
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const requestId = context.newId('req_')
    const match = matchRoute(routes, req.method ?? '', url.pathname)
    const routeName = match ? `${match.route.method} ${match.route.path}` : `${req.method} ${url.pathname}`
    let sent = ''

    const respond = async (fault: Fault | null): Promise<ApiResponse> => {
      if (fault?.kind === 'status' && !fault.stored) throw createFaultError(fault, false)
      const account = authenticate(context, req.headers.authorization, liveAccounts)
      if (!match) {
        const message = `Unrecognized request URL (${req.method}: ${url.pathname}). The simulator has only the endpoints that this product uses.`
        throw new ApiError(404, message)
      }
      const body = await readBody(req, maxBodyBytes)
      sent = req.method === 'POST' ? body : url.search.slice(1)
      const key = req.method === 'POST' ? req.headers['idempotency-key'] : undefined
      const call: Call = { account, match, form: parseForm(sent), fault, path: url.pathname, requestId }
      return typeof key === 'string' && key !== '' ? await respondWithKey(call, key) : (await respondOnce(call)).response
    }

    await answerApiRequest(req, res, {
      name: 'Stripe',
      route: routeName,
      isKnown: match !== null,
      requestId,
      faults,
      log,
      respond: async (fault) => {
        const { status, body, headers } = await respond(fault).catch((error: unknown): ApiResponse => {
          if (error instanceof HttpError) return toErrorResponse(error)
          log(`Stripe simulator: ${routeName} ${requestId}: ${describeError(error)}`)
          return toErrorResponse(new ApiError(500, 'The simulator failed. See its log.', { type: 'api_error' }))
        })
        const version = req.headers['stripe-version']
        const versionHeader = typeof version === 'string' ? { 'stripe-version': version } : {}
        return { status, body, headers: { 'request-id': requestId, ...versionHeader, ...headers } }
      },
      observe: ({ status, body }) => observe({ route: routeName, params: sent, status, body }),
    })
  }
}
