import type { EndpointAt } from '#shared/contract/contract.ts'
import type { AnyEndpoint, ParamsOf, WireBodyOf, WireQueryOf, WireReplyOf } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'
import { cachedAtHeader, markReachable, markServedFromCache, markUnreachable } from './connection.ts'
import { getOwnerHeaders, reportSignedOut } from './page-owner.ts'
import { takePrefetched } from './prefetch.ts'

/** The error every failed call becomes: 'status: body'. */
export class ApiError extends Error {
  readonly status: number
  /** The server's JSON body, if it was JSON. */
  readonly body: { message?: string; [field: string]: unknown } | undefined
  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = asJson(text)
  }
}

/** No answer came, or not all of it. A TypeError, as what `fetch` throws then. */
export class NoResponseError extends TypeError {
  constructor(cause: unknown) {
    super("The server can't be reached.", { cause })
    this.name = 'NoAnswer'
  }
}

const asJson = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as { message?: string }) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether an error is a refusal by the server itself. Without an answer, or with one that isn't its own (a proxy's page, a crash without a body), it
 * is not known what became of a change. The server's own errors are JSON with a `message`.
 */
export const isRejectedByServer = (error: unknown): error is ApiError =>
  error instanceof ApiError && typeof error.body?.message === 'string'

/** Whether nobody is signed in: the page says so, with a way to sign in, as long as that is so. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** What the server said for people, or the given words when it said nothing. */
export const getServerMessage = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.body?.message) || otherwise

type UrlOptions<E extends AnyEndpoint> = (unknown extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends WireQueryOf<E> ? { query?: undefined } : { query?: Asked<WireQueryOf<E>> })
type CallOptions<E extends AnyEndpoint> = UrlOptions<E> &
  (undefined extends WireBodyOf<E> ? { body?: WireBodyOf<E> } : { body: WireBodyOf<E> }) & { idempotencyKey?: string; signal?: AbortSignal }
/** What is undefined or '' is not asked for. Numbers are written out. */
type Asked<Q> = { [K in keyof Q]?: Q[K] | number | '' | undefined }

/** A page of a list, and the cursor of the next one, or null when this was the last. */
export type Page<Rows> = { rows: Rows; next: string | null }

/** `('/api/items/:id', { id: 5 }, { search: 'a b' })` is '/api/items/5?search=a+b'. */
export const buildUrl = (path: string, params: Record<string, string | number> = {}, query: object = {}): string => {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

/** The URL of an endpoint, for a link or a download: `getEndpointUrl(invoiceEndpoints.pdf, { params: { id: 5 } })` is '/api/invoices/5/pdf'. */
export const getEndpointUrl = <A extends EndpointAddress>(endpoint: A, { params, query }: UrlOptions<EndpointAt<A>>): string =>
  buildUrl(endpoint.path, params as Record<string, string | number> | undefined, query)

/** What an answer's last byte ends: with it, or with the network's failure. */
const orUnanswered = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (signal?.aborted && signal.reason !== late) throw error
    markUnreachable()
    throw new NoResponseError(error)
  }
}

/** Fetches, unless that began before the app was here, and notes whether the server could be reached. */
const answer = async (url: string, request: RequestInit): Promise<Response> => {
  const early = request.method === 'GET' ? takePrefetched(url) : undefined
  const response = await orUnanswered(early ?? fetch(url, request), request.signal ?? undefined)
  const seenAt = response.headers.get(cachedAtHeader)
  if (seenAt) markServedFromCache(new Date(seenAt))
  else markReachable()
  return response
}

const late = new Error('The answer is late.')
/** A connection that only seems to be there lets a change hang for minutes. Whoever sends much on a slow one (20 kB a second) has his time. */
const patienceMs = (weight: number) => 20_000 + weight / 20

/** Ends when the given signal does, or when it is late. */
const limited = (signal: AbortSignal | undefined, ms: number) => {
  const both = new AbortController()
  const timer = setTimeout(() => both.abort(late), ms)
  const end = () => both.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  return {
    signal: both.signal,
    letGo: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}

type Sent = {
  params?: Record<string, string | number>
  query?: object
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

const send = async <A extends EndpointAddress, T>(
  { method, path }: A,
  request: CallOptions<EndpointAt<A>>,
  read: (response: Response, json: () => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const { params, query, body, idempotencyKey, signal: ended } = request as Sent
  const text = body === undefined ? undefined : JSON.stringify(body)
  const limit = idempotencyKey ? limited(ended, patienceMs(text?.length ?? 0)) : undefined
  const signal = limit?.signal ?? ended
  try {
    const response = await answer(buildUrl(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        'x-time-zone': browserTimeZone,
        ...getOwnerHeaders(),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(text === undefined ? {} : { body: text }),
      ...(signal ? { signal } : {}),
    })
    if (response.status === 401) reportSignedOut()
    if (!response.ok) throw new ApiError(response.status, (await orUnanswered(response.text(), signal)) || response.statusText)
    return await read(response, () => orUnanswered(response.json(), signal))
  } finally {
    limit?.letGo()
  }
}

/**
 * Calls an endpoint with JSON as it travels (money as decimal strings). With an `idempotencyKey` it waits 20 seconds for the answer.
 * @throws ApiError when the server refuses, NoAnswer when it can't be reached, or its answer didn't come whole: whether it did what it was asked
 *   to is not known then
 */
export const call = async <A extends EndpointAddress>(
  endpoint: A,
  request: CallOptions<EndpointAt<A>>,
): Promise<WireReplyOf<EndpointAt<A>>> =>
  (await send(endpoint, request, async ({ status }, json) => (status === 204 ? undefined : json()))) as WireReplyOf<EndpointAt<A>>

/** Calls a list, and tells where its next page begins; errors as for `call`. */
export const callPage = async <A extends EndpointAddress>(
  endpoint: A,
  request: CallOptions<EndpointAt<A>>,
): Promise<Page<WireReplyOf<EndpointAt<A>>>> =>
  send(endpoint, request, async ({ headers }, json) => ({
    rows: (await json()) as WireReplyOf<EndpointAt<A>>,
    // The header's name is in the contract too; importing it would load the schemas into every list page.
    next: headers.get('x-next-cursor'),
  }))
