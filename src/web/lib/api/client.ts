import type { EndpointAt } from '#modules/contract.ts'
import type { AnyEndpoint, ParamsOf, WireBodyOf, WireQueryOf, WireReplyOf } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { internalErrorMark } from '#shared/internal-error.ts'
import { cachedAtHeader } from '#shared/service-worker.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'
import { markReachable, markServedFromCache, markUnreachable } from './connection.ts'
import { getOwnerHeaders, reportSignedOut } from './page-owner.ts'
import { takePrefetched } from './prefetch.ts'

/** The message is 'status: body'. */
export class ApiError extends Error {
  readonly status: number
  readonly body: { message?: string; [field: string]: unknown } | undefined
  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = asJson(text)
  }
}

/** A TypeError, like what `fetch` throws for network failures. */
export class NoResponseError extends TypeError {
  constructor(cause: unknown) {
    super("The server can't be reached.", { cause })
    this.name = 'NoResponseError'
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

/** Then nothing was changed. After no response, a proxy's error page or a crash that is unknown. */
export const isRejected = (error: unknown): error is ApiError =>
  error instanceof ApiError && (typeof error.body?.message === 'string' || (error.status < 500 && error.status !== 408))

/** The page shows a banner to sign in for as long as that is so. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** The fallback also in place of a raw error message. */
export const getServerMessage = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && (error.status !== 500 || error.message.includes(internalErrorMark)) && error.body?.message) || fallback

type UrlOptions<E extends AnyEndpoint> = (unknown extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends WireQueryOf<E> ? { query?: undefined } : { query?: QueryParams<WireQueryOf<E>> })
type CallOptions<E extends AnyEndpoint> = UrlOptions<E> &
  (undefined extends WireBodyOf<E> ? { body?: WireBodyOf<E> } : { body: WireBodyOf<E> }) & { idempotencyKey?: string; signal?: AbortSignal }
/** Parameters that are undefined or '' are left out. */
type QueryParams<Q> = { [K in keyof Q]?: Q[K] | number | '' | undefined }

/** `next` is a cursor, null on the last page. */
export type Page<Rows> = { rows: Rows; next: string | null }

export const buildUrl = (path: string, params: Record<string, string | number> = {}, query: object = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`
}

/** For a link or a download: `getEndpointUrl(invoiceEndpoints.pdf, { params: { id: 5 } })` is '/api/invoices/5/pdf'. */
export const getEndpointUrl = <A extends EndpointAddress>(endpoint: A, { params, query }: UrlOptions<EndpointAt<A>>): string =>
  buildUrl(endpoint.path, params as Record<string, string | number> | undefined, query)

const orNoResponse = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (signal?.aborted && signal.reason !== timeoutReason) throw error
    markUnreachable()
    throw new NoResponseError(error)
  }
}

const fetchOrTakePrefetched = async (url: string, request: RequestInit): Promise<Response> => {
  const early = request.method === 'GET' ? takePrefetched(url) : undefined
  const response = await orNoResponse(early ?? fetch(url, request), request.signal ?? undefined)
  const seenAt = response.headers.get(cachedAtHeader)
  if (seenAt) markServedFromCache(new Date(seenAt))
  else markReachable()
  return response
}

const timeoutReason = new Error('The response timed out.')
/** A dead connection would otherwise leave a change hanging for minutes. Large bodies get extra time, at 20 kB per second. */
const getTimeoutMs = (bodyLength: number) => 20_000 + bodyLength / 20

const withTimeout = (signal: AbortSignal | undefined, ms: number) => {
  const both = new AbortController()
  const timer = setTimeout(() => both.abort(timeoutReason), ms)
  const end = () => both.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  return {
    signal: both.signal,
    release: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}

type RequestParts = {
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
  const { params, query, body, idempotencyKey, signal: ended } = request as RequestParts
  const text = body === undefined ? undefined : JSON.stringify(body)
  const limit = idempotencyKey ? withTimeout(ended, getTimeoutMs(text?.length ?? 0)) : undefined
  const signal = limit?.signal ?? ended
  try {
    const response = await fetchOrTakePrefetched(buildUrl(path, params, query), {
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
    if (!response.ok) throw new ApiError(response.status, (await orNoResponse(response.text(), signal)) || response.statusText)
    return await read(response, () => orNoResponse(response.json(), signal))
  } finally {
    limit?.release()
  }
}

/** With an `idempotencyKey` the call times out after 20 seconds. @throws ApiError when refused, NoResponseError with unknown outcome */
export const call = async <A extends EndpointAddress>(
  endpoint: A,
  request: CallOptions<EndpointAt<A>>,
): Promise<WireReplyOf<EndpointAt<A>>> =>
  (await send(endpoint, request, async ({ status }, json) => (status === 204 ? undefined : json()))) as WireReplyOf<EndpointAt<A>>

/** Throws like `call`. */
export const callPage = async <A extends EndpointAddress>(
  endpoint: A,
  request: CallOptions<EndpointAt<A>>,
): Promise<Page<WireReplyOf<EndpointAt<A>>>> =>
  send(endpoint, request, async ({ headers }, json) => ({
    rows: (await json()) as WireReplyOf<EndpointAt<A>>,
    // `nextCursorHeader` of the contract; importing it would load zod into every list page.
    next: headers.get('x-next-cursor'),
  }))
