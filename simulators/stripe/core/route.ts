import type { RoutePattern } from '#simulators/kit/routes.ts'
import type { Context } from './context.ts'
import type { Reader } from './params.ts'
import type { Account } from './state.ts'

export type ApiCall<P> = { account: Account; context: Context; id: string; params: P }

/** `run` is synchronous, so that two calls never interleave. */
export type Route = RoutePattern & { read: Reader<unknown>; run(call: ApiCall<never>): object }

export const defineRoute = <P extends { expand: string[] }>(
  method: Route['method'],
  path: string,
  read: Reader<P>,
  run: (call: ApiCall<P>) => object,
): Route => ({ method, path, read, run: run as Route['run'] })
