import type { RoutePattern } from '#simulators/kit/routes.ts'
import type { Context } from './context.ts'
import type { Reader } from './params.ts'
import type { Account } from './state.ts'

/** An authenticated request: `id` from its path ('' when it has none), and its validated parameters. */
export type ApiCall<P> = { account: Account; context: Context; id: string; params: P }

/** One endpoint. `run` is synchronous, so that two calls never interleave. */
export type Route = RoutePattern & { read: Reader<unknown>; run(call: ApiCall<never>): object }

/** An endpoint whose `run` gets what `read` returns. */
export const defineRoute = <P extends { expand: string[] }>(
  method: Route['method'],
  path: string,
  read: Reader<P>,
  run: (call: ApiCall<P>) => object,
): Route => ({ method, path, read, run: run as Route['run'] })
