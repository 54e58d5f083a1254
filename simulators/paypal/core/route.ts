import type { World } from './context.ts'
import type { Account } from './state.ts'

/** `body` is the parsed JSON (undefined when nothing was sent), `text` what it was made of, `full` whether the whole object is wanted. */
export type Call = {
  account: Account
  world: World
  id: string
  body: unknown
  text: string
  query: URLSearchParams
  full: boolean
  hasRequestId: boolean
}
/** `id` names the thing that a repeated PayPal-Request-Id is answered with. */
export type Answer = { status: number; body: object | null; id?: string }

/** One line of the API: `path` may hold one `:id`. `run` is synchronous, so two calls never interleave. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  run(call: Call): Answer
  /** Given for what a PayPal-Request-Id makes repeatable: how long it is remembered, and how the thing is shown as it stands now. */
  repeat?: { seconds: number; status: 200 | 201; view(call: Call, id: string): object }
}

/** The route for a request and the id in its path ('' when it has none), or null. */
export const matchRoute = <R extends { method: string; path: string }>(routes: readonly R[], method: string, pathname: string) => {
  for (const route of routes) {
    if (route.method !== method) continue
    const [before = '', after] = route.path.split(':id')
    if (after === undefined) {
      if (route.path === pathname) return { route, id: '' }
      continue
    }
    if (!pathname.startsWith(before) || !pathname.endsWith(after) || pathname.length < before.length + after.length) continue
    const id = pathname.slice(before.length, pathname.length - after.length)
    if (/^[A-Za-z0-9_-]+$/.test(id)) return { route, id }
  }
  return null
}
