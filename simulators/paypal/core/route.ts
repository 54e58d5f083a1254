import type { RoutePattern } from '#simulators/kit/routes.ts'
import type { Context } from './context.ts'
import type { Account } from './state.ts'

/** An authenticated request. */
export type ApiCall = {
  account: Account
  context: Context
  /** The id in the path, or ''. */
  id: string
  /** The parsed JSON body; undefined without one. */
  body: unknown
  /** The body as it was sent. */
  text: string
  query: URLSearchParams
  /** Whether the complete object is requested (`Prefer: return=representation`). */
  full: boolean
  hasRequestId: boolean
}
/** `id` is the created object's, which a repeated PayPal-Request-Id returns again. */
export type ApiResult = { status: number; body: object | null; id?: string }

/** One endpoint. `run` is synchronous, so that two calls never interleave. */
export type Route = RoutePattern & {
  run(call: ApiCall): ApiResult
  /** Given when a PayPal-Request-Id makes the call idempotent: for how many seconds, and the object in its current state. */
  idempotent?: { seconds: number; status: 200 | 201; view(call: ApiCall, id: string): object }
}
