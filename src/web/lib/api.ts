import type { AnyEndpoint, ParamsOf, WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'

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
  (undefined extends WireBodyOf<E> ? { body?: WireBodyOf<E> } : { body: WireBodyOf<E> }) & { idempotencyKey?: string; signal?: AbortSignal }

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Calls an endpoint with JSON as it travels (money as decimal strings).
 * @throws ApiError when the server refuses, TypeError when it can't be reached
 */
export const call = async <E extends AnyEndpoint>(address: Address<E>, request: Call<E>): Promise<WireReplyOf<E>> => {
  const {
    params = {},
    body,
    idempotencyKey,
    signal,
  } = request as { params?: Record<string, string | number>; body?: unknown; idempotencyKey?: string; signal?: AbortSignal }
  const response = await fetch(
    address.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    {
      method: address.method,
      credentials: 'include',
      headers: {
        'x-time-zone': timeZone,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    },
  )
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return (response.status === 204 ? undefined : await response.json()) as WireReplyOf<E>
}
