import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#simulators/kit/control-api/fault.ts'
import type { FaultBox } from '#simulators/kit/control-api/faults.ts'
import { readBody, sendText } from '#simulators/kit/http.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { expanded } from '#simulators/stripe/core/expand.ts'
import { parseForm, type WireTree } from '#simulators/stripe/core/form.ts'
import { matchRoute, type Route } from '#simulators/stripe/core/route.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { authenticate } from './authenticate.ts'
import type { Idempotency } from './idempotency.ts'

/** One request and its answer as they were on the wire; tests check them against the SDK's typings. */
export type Exchange = { route: string; params: string; status: number; body: string }
type Answer = { status: number; body: string; headers?: Record<string, string> }
type Parts = {
  world: World
  routes: readonly Route[]
  faults: FaultBox
  idempotency: Idempotency
  liveAccounts: boolean
  log(line: string): void
  observe(exchange: Exchange): void
}

const maxBodyBytes = 1_000_000
const json = (body: object) => JSON.stringify(body, null, 2)
const errorAnswer = (error: ApiError): Answer => ({ status: error.status, body: json(error.body()) })
const armedError = (fault: Fault, stored: boolean) =>
  new ApiError(fault.code, 'A fault that was armed on the test plane.', { type: 'api_error' }, stored)

type Job = { account: Account; match: { route: Route; id: string }; wire: WireTree; fault: Fault | null; path: string; requestId: string }

const run = (world: World, { account, match: { route, id }, wire }: Job): Answer => {
  const params = route.read(wire, '') as { expand: string[] }
  const result = route.run({ account, world, id, params: params as never })
  return { status: 200, body: json(expanded(account, result, params.expand)) }
}

/** Answers `/v1/...`: key, route, idempotency key, parameters, the work, and whatever fault is armed for it. */
export const apiHandler = ({ world, routes, faults, idempotency, liveAccounts, log, observe }: Parts) => {
  const answerOnce = async (job: Job): Promise<{ answer: Answer; keep: boolean }> => {
    const { fault } = job
    if (fault?.kind === 'latency') await sleep(fault.ms)
    try {
      if (fault?.kind === 'status' && fault.stored) throw armedError(fault, true)
      return { answer: run(world, job), keep: true }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { answer: errorAnswer(error), keep: error.remembered }
    }
  }

  const answerWithKey = async (job: Job, key: string): Promise<Answer> => {
    const { account, path, requestId } = job
    const request = { method: job.match.route.method, path, params: job.wire, requestId }
    const stored = idempotency.begin(account, key, request)
    const echo = { 'idempotency-key': key, 'original-request': stored?.requestId ?? requestId }
    if (stored) return { status: stored.status, body: stored.body, headers: { ...echo, 'idempotent-replayed': 'true' } }
    let kept: Answer | null = null
    try {
      const { answer, keep } = await answerOnce(job)
      if (keep) kept = { status: answer.status, body: answer.body }
      return { ...answer, headers: echo }
    } finally {
      idempotency.finish(account, key, request, kept)
      world.changed()
    }
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const requestId = world.newId('req_')
    const match = matchRoute(routes, req.method ?? '', url.pathname)
    const routeName = match ? `${match.route.method} ${match.route.path}` : `${req.method} ${url.pathname}`
    const fault = match ? faults.take(routeName) : null
    if (fault?.kind === 'drop-before') return void req.socket.destroy()
    if (fault?.kind === 'html') return sendText(res, fault.code, 'text/html', '<html><body><h1>Bad gateway</h1></body></html>')

    let sent = ''
    const answer = await (async (): Promise<Answer> => {
      try {
        if (fault?.kind === 'status' && !fault.stored) throw armedError(fault, false)
        const account = authenticate(world, req.headers.authorization, liveAccounts)
        if (!match)
          throw new ApiError(
            404,
            `Unrecognized request URL (${req.method}: ${url.pathname}). The sandbox answers only the calls that this product makes.`,
          )
        const body = await readBody(req, maxBodyBytes)
        sent = req.method === 'POST' ? body : url.search.slice(1)
        const key = req.method === 'POST' ? req.headers['idempotency-key'] : undefined
        const job: Job = { account, match, wire: parseForm(sent), fault, path: url.pathname, requestId }
        return typeof key === 'string' && key !== '' ? await answerWithKey(job, key) : (await answerOnce(job)).answer
      } catch (error) {
        if (error instanceof ApiError) return errorAnswer(error)
        log(`card sandbox ${routeName} ${requestId}: ${error instanceof Error ? error.stack : String(error)}`)
        return errorAnswer(new ApiError(500, 'The sandbox failed while answering; its log says why.', { type: 'api_error' }))
      }
    })()

    log(`card sandbox ${routeName} ${answer.status} ${requestId}`)
    if (match && !fault) observe({ route: routeName, params: sent, status: answer.status, body: answer.body })
    if (fault?.kind === 'drop-after') return void req.socket.destroy()
    const version = req.headers['stripe-version']
    sendText(res, answer.status, 'application/json', answer.body, {
      'request-id': requestId,
      ...(typeof version === 'string' ? { 'stripe-version': version } : {}),
      ...answer.headers,
    })
  }
}
