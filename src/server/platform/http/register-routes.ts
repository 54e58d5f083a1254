import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminCheck } from '#server/platform/auth/admin.ts'
import type { ApiTokens } from '#server/platform/auth/api-tokens.ts'
import type { SignedInUser } from '#server/platform/auth/sessions/sessions.ts'
import type { Database } from '#server/platform/db/client.ts'
import { findStoredReply, type Idempotency, runIdempotent, StoredReply } from '#server/platform/db/idempotency.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { AppError, StaleVersionError } from '#server/platform/errors/app-error.ts'
import type { FairQueue } from '#server/platform/jobs/fair-queue.ts'
import { isTimeZone, today } from '#shared/dates.ts'
import { type AnyEndpoint, defaultMaxBytes, nextCursorHeader } from '#shared/endpoint.ts'
import { pageOwnerHeader } from '#shared/service-worker.ts'
import { getRequiredScopes } from '#shared/token-scopes.ts'
import { createAuthenticator, type Requester } from './authentication.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import { normalizeIpAddress } from './ip-address.ts'
import { setRequestUser } from './request-log.ts'
import { getRequestSource } from './request-source.ts'
import { type Caller, type FileReply, JsonText, type Redirect, type Route, type RunIdempotent } from './route.ts'
import { parseInput, parseParams } from './validation.ts'

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The same handler, whose refusals of somebody known are logged: what isn't his, and what he may not do. Somebody who tries doors shows there.
 * The line names the request, the user and the route as it is declared, and nothing that he sent.
 */
const logRefusals =
  (route: string, userIdOf: (request: FastifyRequest) => number | null, handle: Handle): Handle =>
  async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      const userId = userIdOf(request)
      if (error instanceof AppError && (error.status === 403 || error.status === 404) && userId !== null)
        request.log.warn({ userId, route, status: error.status }, 'a request was refused')
      throw error
    }
  }

/** Whether a browser, or a program that checks links, asks ahead of any click: nobody looks at the answer yet. */
const isPrefetch = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'HEAD' ||
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))

type Deps = {
  database: Database
  now: () => Date
  /** Who sends the request, and the IANA time zone that he chose to go by. */
  signedInUser: (request: FastifyRequest) => Promise<SignedInUser | null>
  /** Whose token a program brings. */
  tokens: ApiTokens
  admin: AdminCheck
  turns: ConcurrencyLimits
  /** Calls that take seconds, and are served one after the other. */
  bulk: ReadonlySet<AnyEndpoint>
}

/** Of one network address together. */
const publicCalls = { what: 'requests', max: 240, windowSeconds: 60 }

/** A list that is no longer, and a body that is no larger, is answered at once: pages and forms hardly ever exceed either. */
const lightRows = 100
const lightBytes = 64 * 1024

/** Puts the routes on the server: finds the user, parses what came in, and encodes what goes out by the endpoint's own schemas. */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  { database, now, signedInUser, tokens, admin, turns, bulk }: Deps,
) => {
  const noAdmin = (user: Requester | null) =>
    user && admin.isUnconfirmedAdmin(user)
      ? new AppError(
          403,
          'Confirm your email address first: follow the link that was sent to it, or request a new one on the Account page.',
        )
      : new AppError(403, "You don't have permission to access this page.")
  const signIn = () => new AppError(401, 'Please sign in')
  const { requesterOf, userIdOf } = createAuthenticator({ signedInUser, tokens, limits: app.limits })
  for (const { endpoint, handle, isIdempotent = false } of routes) {
    const needed = getRequiredScopes(endpoint)
    // Before the body: a stranger doesn't get much of it parsed.
    const refuseStrangers = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await requesterOf(request, reply, needed))) throw signIn()
    }
    // Strangers may not hammer what needs no sign-in; a customer never gets near this. Whoever is signed in may mark hundreds as paid at once.
    const receivePublic = async (request: FastifyRequest, reply: FastifyReply) => {
      // A public address is a secret that its holder shares: it goes into no index and to no other site, whatever is answered.
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
      if (!(await requesterOf(request, reply, needed))) await app.limits.limitAddress(publicCalls, request.ip)
    }
    // A request that waits for its turn costs nothing yet: its body is read after it.
    const takeTurn = async (request: FastifyRequest, reply: FastifyReply) => {
      const { publicId, ref } = request.params as Record<string, string>
      const user = await requesterOf(request, reply, needed).catch(() => null)
      const document = publicId ?? ref
      const account = user ? accountKey(user.id) : document && `document:${document}`
      if (!account) return
      const leave = await turns.requests.acquire(account)
      // Also when the client went away while the request waited.
      if (reply.raw.closed) leave()
      else reply.raw.once('close', leave)
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
      onRequest: [
        ...(endpoint.access === 'public' ? [receivePublic] : []),
        ...(endpoint.access !== 'public' && (endpoint.maxBytes ?? 0) > defaultMaxBytes ? [refuseStrangers] : []),
        takeTurn,
      ],
      handler: logRefusals(`${endpoint.method} ${endpoint.path}`, userIdOf, async (request, reply) => {
        const user = await requesterOf(request, reply, needed)
        if (!user && endpoint.access !== 'public') throw signIn()
        if (user) setRequestUser(user.id)
        if (user && endpoint.method !== 'GET') refuseOthersPage(request, user)
        if (endpoint.access === 'admin' && !(user && admin.isAdmin(user))) throw noAdmin(user)
        const params = parseParams(request.params as Record<string, string>)
        const takesBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
        const body = parseInput(endpoint.body, takesBody ? (request.body ?? undefined) : undefined)
        const query = endpoint.query ? parseInput(endpoint.query, { ...(request.query as object) }) : undefined
        const zone = header(request, 'x-time-zone')
        const browserTimeZone = zone && isTimeZone(zone) ? zone : null
        const timeZone = user?.timeZone ?? browserTimeZone
        const idempotency = idempotencyOf(request)
        const lane = bulk.has(endpoint) ? turns.bulk : isHeavy(endpoint, request, query) ? turns.heavy : null
        const caller = user && callerOf(user, database, lane ? null : turns.heavy)
        const ask = {
          user: caller,
          body,
          params,
          query,
          timeZone,
          browserTimeZone,
          today: today(now(), timeZone ?? 'UTC'),
          address: normalizeIpAddress(request.ip),
          source: getRequestSource(request),
          sessionId: user?.sessionId ?? null,
          idempotency,
          idempotent: onceFor(endpoint, idempotency),
          isPrefetch: isPrefetch(request),
        }
        const answering = () => answerOf(endpoint, handle as (request: unknown) => unknown, ask)
        const work = lane && user ? lane.run(accountKey(user.id), answering) : answering()
        const answer = await (isIdempotent && caller && idempotency ? work.catch(firstAnswer(caller, idempotency)) : work)
        reply.header('cache-control', endpoint.access === 'public' ? 'no-store, private' : 'no-store')
        // What a device keeps of it belongs to him alone.
        if (user && endpoint.access !== 'public') reply.header(pageOwnerHeader, String(user.id))
        if (endpoint.kind === 'file') return sendFile(request, reply, answer as FileReply)
        if (endpoint.kind === 'redirect') return reply.redirect((answer as Redirect).location, 303)
        if (answer === undefined || (answer instanceof StoredReply && answer.text === null)) return reply.code(204).send()
        const next = endpoint.kind === 'list' ? (answer as Page<unknown>).next : null
        if (next !== null) reply.header(nextCursorHeader, next)
        const value = endpoint.kind === 'list' ? (answer as Page<unknown>).rows : answer
        return reply
          .code(endpoint.status ?? 200)
          .type('application/json; charset=utf-8')
          .send(value instanceof JsonText || value instanceof StoredReply ? value.text : JSON.stringify(endpoint.reply.encode(value)))
      }),
    })
  }
}

/** A save that waited for the network may come when somebody else has signed in in the same browser: it is not his. */
const refuseOthersPage = (request: FastifyRequest, { id }: Requester) => {
  const owner = header(request, pageOwnerHeader)
  if (owner !== undefined && owner !== String(id))
    throw new AppError(
      403,
      'Somebody else has signed in in this browser since. Nothing was changed: sign in again as yourself, then try once more.',
    )
}

const onceFor =
  (endpoint: AnyEndpoint, idempotency: Idempotency | null): RunIdempotent<unknown> =>
  (db, work) =>
    runIdempotent(db, idempotency, work, (answer) => {
      if (answer === undefined) return null
      return answer instanceof JsonText ? answer.text : JSON.stringify(endpoint.reply.encode(answer))
    })

/** What was deleted, saved or paid by a request refuses that request's repetition: it gets the first answer instead. */
const firstAnswer = (user: Caller, idempotency: Idempotency) => async (refusal: unknown) => {
  if (!(refusal instanceof AppError) || refusal.status === 422) throw refusal
  const first = await user.tx((db) => findStoredReply(db, idempotency))
  if (!first) throw refusal
  return first
}

/** A refused save shows the present record, as the endpoint's own replies would. */
const answerOf = async (endpoint: AnyEndpoint, handle: (request: unknown) => unknown, request: unknown): Promise<unknown> => {
  try {
    return await handle(request)
  } catch (error) {
    throw error instanceof StaleVersionError ? error.as((current) => endpoint.reply.encode(current)) : error
  }
}

const accountKey = (userId: number) => `user:${userId}`

/** Whether answering takes so much of the database's or this process's time that it has to wait for its turn. */
const isHeavy = ({ kind, method }: AnyEndpoint, { headers }: FastifyRequest, query: unknown): boolean => {
  if (kind === 'list') return ((query as { limit?: number }).limit ?? Number.POSITIVE_INFINITY) > lightRows
  const length = headers['content-length']
  return method !== 'GET' && (length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > lightBytes)
}

/** @param lane where long reads wait for their turn; null within a turn that has begun already */
const callerOf = ({ id, email }: Requester, database: Database, lane: FairQueue | null): Caller => ({
  id,
  email,
  tx: (work) => database.asUser(id, work),
  snapshot: (work) => {
    const read = () => database.atOneMoment(id, work)
    return lane ? lane.run(accountKey(id), read) : read()
  },
  read: (query) => database.readAsUser(id, query),
})

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const idempotencyOf = (request: FastifyRequest): Idempotency | null => {
  const key = header(request, 'idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError(400, 'Idempotency-Key must be 1 to 255 printable characters')
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  return { key, requestHash }
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileReply) => {
  const { bytes, contentType, fileName, etag, disposition = 'inline', policy } = file
  if (policy) reply.header('content-security-policy', policy)
  if (etag) {
    reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === `"${etag}"`) return reply.code(304).send()
  }
  // RFC 6266: a plain name for old readers, the exact one in UTF-8 for all others.
  const plain = fileName.replace(/[^\w.-]+/g, '_')
  return reply
    .type(contentType)
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    )
    .send(bytes instanceof Readable ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
