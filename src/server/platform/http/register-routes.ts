import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/db/client.ts'
import { findStoredReply, type Idempotency, runIdempotent } from '#server/platform/db/idempotency.ts'
import { runWithWriteCheck } from '#server/platform/db/write-check.ts'
import { AppError, StaleVersionError } from '#server/platform/errors/app-error.ts'
import type { FairQueue } from '#server/platform/jobs/fair-queue.ts'
import { isTimeZone, today } from '#shared/dates.ts'
import { withToday } from '#shared/day-limits.ts'
import { type AnyEndpoint, noBody } from '#shared/endpoint.ts'
import { pageOwnerHeader } from '#shared/service-worker.ts'
import { getRequiredScopes } from '#shared/token-scopes.ts'
import {
  type AdminCheck,
  type ApiTokens,
  createAuthenticator,
  createWriteCheck,
  type FindSignedInUser,
  type Requester,
} from './authentication.ts'
import { type ConcurrencyLimits, limitTime } from './concurrency-limits.ts'
import { countMaxTokens } from './json/count-tokens.ts'
import { getRequestHash, LargeBody, mayBeLarge } from './json/json-body.ts'
import { createLargeBodies } from './json/large-bodies.ts'
import { limitVisitor } from './rate-limits.ts'
import { setRequestUser } from './request-log.ts'
import { getRequestSource, normalizeIpAddress } from './request-source.ts'
import { type Caller, JsonText, type Route, type RunIdempotent } from './route.ts'
import { sendReply } from './send-reply.ts'
import { parseInput, parseParams, refuseQuery } from './validation.ts'

type Deps = {
  database: Database
  now: () => Date
  signedInUser: FindSignedInUser
  tokens: ApiTokens
  admin: AdminCheck
  concurrency: ConcurrencyLimits
}

/** Clients send `{}` with a DELETE. */
const noBodyMaxBytes = 1024

/** Larger lists and bodies share the `heavy` concurrency limit. Pages and forms hardly ever exceed these sizes. */
const maxLightRows = 100
const maxLightBytes = 64 * 1024

export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  { database, now, signedInUser, tokens, admin, concurrency }: Deps,
) => {
  const createNotAdminError = (user: Requester | null) =>
    user && admin.isUnconfirmedAdmin(user)
      ? new AppError(
          403,
          'Confirm your email address first: follow the link that was sent to it, or request a new one on the Account page.',
        )
      : new AppError(403, "You don't have permission to access this page.")
  const createSignInError = () => new AppError(401, 'Please sign in')
  const { authenticate, getUserId } = createAuthenticator({ signedInUser, tokens, limits: app.rateLimiter })
  const largeBodies = createLargeBodies()
  app.addHook('onClose', () => largeBodies.close())
  const readBody = async (request: FastifyRequest): Promise<unknown> =>
    request.body instanceof LargeBody ? largeBodies.parse(request.body) : (request.body ?? undefined)
  /** Until the response has ended. */
  const waitForSlot = async (queue: FairQueue, account: string, reply: FastifyReply) => {
    const { raw } = reply
    const release = await queue.acquire(account, endWithClient(reply).signal)
    if (raw.closed) release()
    else raw.once('close', release)
  }

  for (const { endpoint, admit, handle, isIdempotent = false } of routes) {
    const neededScopes = getRequiredScopes(endpoint)
    const isPublic = endpoint.access === 'public'
    const logged = logRefusals(`${endpoint.method} ${endpoint.path}`, getUserId)
    const findUser = async (request: FastifyRequest, reply: FastifyReply): Promise<Requester | null> => {
      try {
        return await authenticate(request, reply, neededScopes)
      } catch (error) {
        // A token that is not valid; a valid one is counted itself.
        if (error instanceof AppError && error.status === 401) await limitVisitor(app, request)
        throw error
      }
    }
    /** Before the body is read: what is refused or waits needs no memory for it. */
    const admitRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // The URL of a public document is a secret: it must not be indexed or sent to other sites as referrer.
      if (isPublic) reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
      const user = await findUser(request, reply)
      if (!user) await limitVisitor(app, request)
      if (!user && !isPublic) throw createSignInError()
      if (user) setRequestUser(user.id)
      if (user && endpoint.method !== 'GET') checkPageOwner(request, user)
      if (endpoint.access === 'admin' && !(user && admin.isAdmin(user))) throw createNotAdminError(user)
      const params = parseParams(request.params as Record<string, string>)
      await admit?.({ user, params })
      const document = params.publicId ?? params.ref
      const account = user ? getAccountKey(user.id) : document === undefined ? null : `document:${document}`
      if (account === null) return
      if (mayBeLarge(request)) await waitForSlot(concurrency.bodies, account, reply)
      await waitForSlot(concurrency.requests, account, reply)
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.maxBytes ?? noBodyMaxBytes,
      config: { maxTokens: countMaxTokens(endpoint.body) },
      onRequest: logged(admitRequest),
      handler: logged(async (request, reply) => {
        const user = await authenticate(request, reply, neededScopes)
        const params = parseParams(request.params as Record<string, string>)
        const zone = getHeader(request, 'x-time-zone')
        const browserTimeZone = zone && isTimeZone(zone) ? zone : null
        const timeZone = user?.timeZone ?? browserTimeZone
        const userToday = today(now(), timeZone ?? 'UTC')
        const query = endpoint.query ? withToday(userToday, () => parseInput(endpoint.query!, { ...(request.query as object) })) : undefined
        // Links to public pages get parameters of others, such as those of a newsletter.
        if (!endpoint.query && endpoint.access !== 'public') refuseQuery(request.query as object)
        const idempotency = parseIdempotency(request, user)
        const isHeavy = endpoint.lane !== 'rendered' && takesLong(endpoint, request, query)
        const bulk = endpoint.lane === 'bulk' || endpoint.lane === 'checks' ? concurrency[endpoint.lane] : null
        const queue = bulk ?? (isHeavy ? concurrency.heavy : null)
        const ending = endWithClient(reply)
        // A save goes on without its client, who may have closed the page behind it.
        const signal = bulk || endpoint.method === 'GET' ? ending.signal : undefined
        const caller = user && createCaller(user, database, { queue: queue ? null : concurrency.heavy, signal })
        const input = {
          user: caller,
          params,
          query,
          timeZone,
          browserTimeZone,
          today: userToday,
          address: normalizeIpAddress(request.ip),
          source: getRequestSource(request),
          sessionId: user?.sessionId ?? null,
          idempotency,
          idempotent: createRunIdempotent(endpoint, idempotency),
          isPrefetch: isPrefetch(request),
        }
        const check = user && createWriteCheck(user, reply)
        const run = async () => {
          const sent = await readBody(request)
          const body = withToday(userToday, () => parseInput(endpoint.method === 'DELETE' ? noBody : endpoint.body, sent))
          const running = runWithWriteCheck(check, () => runHandler(endpoint, handle as (request: unknown) => unknown, { ...input, body }))
          return isIdempotent && caller && idempotency ? running.catch(replyAgain(caller, idempotency)) : running
        }
        const runInTime = bulk ? () => limitTime(ending, run) : run
        const result = await (queue && user ? queue.run(getAccountKey(user.id), runInTime, signal) : run())
        return sendReply(request, reply, { endpoint, result, user })
      }),
    })
  }
}

type Handle<T> = (request: FastifyRequest, reply: FastifyReply) => Promise<T>

/** 403 and 404 responses to known users show attempts to access other users' data. The line contains nothing that the user sent. */
const logRefusals =
  (route: string, getUserId: (request: FastifyRequest) => number | null) =>
  <T>(handle: Handle<T>): Handle<T> =>
  async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      const userId = getUserId(request)
      if (error instanceof AppError && (error.status === 403 || error.status === 404) && userId !== null)
        request.log.warn({ userId, route, status: error.status }, 'a request was refused')
      throw error
    }
  }

/** By a browser or a link checker, before the user clicked. */
const isPrefetch = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'HEAD' ||
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))

/** The save was queued offline by a page of another user, who was signed in before in the same browser. */
const checkPageOwner = (request: FastifyRequest, { id }: Requester) => {
  const owner = getHeader(request, pageOwnerHeader)
  if (owner !== undefined && owner !== String(id))
    throw new AppError(
      403,
      'Another user has signed in in this browser since. Nothing was changed: sign in again with your own account, then try once more.',
    )
}

const createRunIdempotent =
  (endpoint: AnyEndpoint, idempotency: Idempotency | null): RunIdempotent<unknown> =>
  (db, work) =>
    runIdempotent(db, idempotency, work, (reply) => {
      if (reply === undefined) return null
      return reply instanceof JsonText ? reply.text : JSON.stringify(endpoint.reply.encode(reply))
    })

/** A repeated request may be refused because the first one already succeeded (for example deleted the record). */
const replyAgain = (user: Caller, idempotency: Idempotency) => async (refusal: unknown) => {
  if (!(refusal instanceof AppError) || refusal.status === 422) throw refusal
  const stored = await user.tx((db) => findStoredReply(db, idempotency))
  if (!stored) throw refusal
  return stored
}

const runHandler = async (endpoint: AnyEndpoint, handle: (request: unknown) => unknown, request: unknown): Promise<unknown> => {
  try {
    return await handle(request)
  } catch (error) {
    throw error instanceof StaleVersionError ? error.as((current) => endpoint.reply.encode(current)) : error
  }
}

const getAccountKey = (userId: number) => `user:${userId}`

const takesLong = ({ kind, method }: AnyEndpoint, { headers }: FastifyRequest, query: unknown): boolean => {
  if (kind === 'list') return ((query as { limit?: number }).limit ?? Number.POSITIVE_INFINITY) > maxLightRows
  const length = headers['content-length']
  return method !== 'GET' && (length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > maxLightBytes)
}

const endings = new WeakMap<FastifyReply, AbortController>()

const endWithClient = (reply: FastifyReply): AbortController => {
  const known = endings.get(reply)
  if (known) return known
  const ending = new AbortController()
  endings.set(reply, ending)
  const end = () => reply.raw.writableFinished || ending.abort(new AppError(499, 'The client has left.'))
  if (reply.raw.closed) end()
  else reply.raw.once('close', end)
  return ending
}

type CallerOptions = {
  /** Null when the whole request already runs within one. */
  queue: FairQueue | null
  signal: AbortSignal | undefined
}

const createCaller = ({ id, email }: Requester, database: Database, { queue, signal }: CallerOptions): Caller => ({
  id,
  email,
  // What takes no slot is short, and goes on.
  tx: (work) => database.asUser(id, work, queue ? undefined : signal),
  snapshot: (work) => {
    const read = () => database.atOneMoment(id, work, signal)
    return queue ? queue.run(getAccountKey(id), read, signal) : read()
  },
  read: (query) => database.readAsUser(id, query),
})

const getHeader = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const parseIdempotency = (request: FastifyRequest, user: Requester | null): Idempotency | null => {
  const key = getHeader(request, 'idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError(400, 'Idempotency-Key must be 1 to 255 printable characters')
  return {
    key,
    requestHash: getRequestHash(request),
    callHash: hash(`${request.method} ${request.url}\n${user?.scopes?.toSorted().join(' ') ?? 'session'}`),
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
