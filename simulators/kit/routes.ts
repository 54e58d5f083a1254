/** `path` may contain one `:id`. */
export type RoutePattern = { method: 'GET' | 'POST' | 'DELETE'; path: string }

/** `id` is '' when the route has none. */
export const matchRoute = <R extends RoutePattern>(
  routes: readonly R[],
  method: string,
  pathname: string,
): { route: R; id: string } | null => {
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
