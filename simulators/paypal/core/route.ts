import type { RoutePattern } from '#simulators/kit/routes.ts'
import type { Context } from './context.ts'
import type { Account } from './state.ts'

export type ApiCall = {
  account: Account
  context: Context
  id: string
  body: unknown
  /** As it was sent. */
  text: string
  query: URLSearchParams
  full: boolean
  hasRequestId: boolean
}
/** `id` is the created object's, which a repeated PayPal-Request-Id returns again. */
export type ApiResult = { status: number; body: object | null; id?: string }

/** `run` is synchronous, so that two calls never interleave. */
export type Route = RoutePattern & {
  run(call: ApiCall): ApiResult
  /** Idempotent by PayPal-Request-Id: for how many seconds, and the object in its current state. */
  idempotent?: { seconds: number; status: 200 | 201; view(call: ApiCall, id: string): object }
}
