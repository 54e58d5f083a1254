import type { AnyEndpoint, ParamsOf, WireBodyOf, WireQueryOf, WireReplyOf } from '#shared/endpoint.ts'
import { reached, readFromMemory, seenHeader, unreached } from './connection.ts'
import { browserZone } from './time-zone.ts'

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

const asJson = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as { message?: string }) : undefined
  } catch {
    return undefined
  }
}

/** What the server said for people, or the given words when it said nothing. */
export const serverMessage = (error: unknown, otherwise: string): string => (error instanceof ApiError && error.body?.message) || otherwise

/**
 * Where an endpoint lives. The contract is imported as a type only, so that a page that just lists things doesn't load the schemas:
 * `at<typeof customersApi.list>('GET', '/api/customers')`. A wrong method or path doesn't compile.
 */
export type Address<E extends AnyEndpoint> = { method: E['method']; path: E['path']; endpoint?: E }
export const at = <E extends AnyEndpoint>(method: E['method'], path: E['path']): Address<E> => ({ method, path })

type Call<E extends AnyEndpoint> = (unknown extends ParamsOf<E> ? object : { params: ParamsOf<E> }) &
  (undefined extends WireBodyOf<E> ? { body?: WireBodyOf<E> } : { body: WireBodyOf<E> }) &
  (undefined extends WireQueryOf<E> ? object : { query?: Asked<WireQueryOf<E>> }) & { idempotencyKey?: string; signal?: AbortSignal }
/** What is undefined or '' is not asked for. Numbers are written out. */
type Asked<Q> = { [K in keyof Q]?: Q[K] | number | '' | undefined }

/** A page of a list, and the cursor of the next one, or null when this was the last. */
export type Page<Rows> = { rows: Rows; next: string | null }

/** `('/api/items/:id', { id: 5 }, { search: 'a b' })` is '/api/items/5?search=a+b'. */
export const urlOf = (path: string, params: Record<string, string | number> = {}, query: object = {}): string => {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

/** Fetches, and notes whether the server could be reached. */
const answer = async (url: string, request: RequestInit): Promise<Response> => {
  try {
    const response = await fetch(url, request)
    const seenAt = response.headers.get(seenHeader)
    if (seenAt) readFromMemory(new Date(seenAt))
    else reached()
    return response
  } catch (error) {
    if (!request.signal?.aborted) unreached()
    throw error
  }
}

const send = async <E extends AnyEndpoint>(address: Address<E>, request: Call<E>): Promise<Response> => {
  const { params, query, body, idempotencyKey, signal } = request as {
    params?: Record<string, string | number>
    query?: object
    body?: unknown
    idempotencyKey?: string
    signal?: AbortSignal
  }
  const response = await answer(urlOf(address.path, params, query), {
    method: address.method,
    credentials: 'include',
    headers: {
      'x-time-zone': browserZone,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}

/**
 * Calls an endpoint with JSON as it travels (money as decimal strings).
 * @throws ApiError when the server refuses, TypeError when it can't be reached
 */
export const call = async <E extends AnyEndpoint>(address: Address<E>, request: Call<E>): Promise<WireReplyOf<E>> => {
  const response = await send(address, request)
  return (response.status === 204 ? undefined : await response.json()) as WireReplyOf<E>
}

/** Calls a list, and tells where its next page begins; errors as for `call`. */
export const callPage = async <E extends AnyEndpoint>(address: Address<E>, request: Call<E>): Promise<Page<WireReplyOf<E>>> => {
  const response = await send(address, request)
  // The header's name is in the contract too; importing it would load the schemas into every list page.
  return { rows: (await response.json()) as WireReplyOf<E>, next: response.headers.get('x-next-cursor') }
}
