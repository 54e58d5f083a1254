import type { World } from './context.ts'
import type { Reader } from './params.ts'
import type { Account } from './state.ts'

export type Method = 'GET' | 'POST' | 'DELETE'
export type Call<P> = { account: Account; world: World; id: string; params: P }

/** One line of the API: `path` may hold one `:id`. `run` is synchronous, so two calls never interleave. */
export type Route = { method: Method; path: string; read: Reader<unknown>; run(call: Call<never>): object }

/** Ties the parameters' reader to the function that gets what it read. */
export const route = <P extends { expand: string[] }>(
  method: Method,
  path: string,
  read: Reader<P>,
  run: (call: Call<P>) => object,
): Route => ({
  method,
  path,
  read,
  run: run as Route['run'],
})

/** The route for a request and the id in its path ('' when it has none), or null. */
export const matchRoute = (routes: readonly Route[], method: string, pathname: string): { route: Route; id: string } | null => {
  for (const candidate of routes) {
    if (candidate.method !== method) continue
    const [before = '', after = ''] = candidate.path.split(':id')
    if (!candidate.path.includes(':id')) {
      if (candidate.path === pathname) return { route: candidate, id: '' }
      continue
    }
    if (!pathname.startsWith(before) || !pathname.endsWith(after) || pathname.length < before.length + after.length) continue
    const id = pathname.slice(before.length, pathname.length - after.length)
    if (/^[A-Za-z0-9_]+$/.test(id)) return { route: candidate, id }
  }
  return null
}
