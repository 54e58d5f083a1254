import { registerRoute } from 'workbox-routing'
import { changesSession, isCacheable } from './cacheable-paths.ts'
import { respondOrFallBack } from './network-timeout.ts'
import { clearResponses, getCacheGeneration, readResponse, storeResponse } from './response-cache.ts'
import { scope } from './scope.ts'

/** Cached responses are served when the network fails, and only then. */
export const registerApiRoutes = (): void => {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCacheable(url),
    async ({ request, event }) => {
      const generation = getCacheGeneration()
      const response = fetch(request)
      // A late response is cached even if the page no longer waits for it.
      const stored = response.then((response) => storeResponse(request.url, response.clone(), generation)).catch(() => {})
      event.waitUntil(stored)
      return respondOrFallBack(response, () => readResponse(request.url))
    },
  )
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (url.origin === location.origin && changesSession(url)) event.waitUntil(clearResponses())
  })
}

export const precacheResponses = async (urls: readonly string[], timeZone: string): Promise<void> => {
  for (const each of urls) {
    const url = new URL(each, location.origin)
    if (url.origin !== location.origin || !isCacheable(url)) continue
    const generation = getCacheGeneration()
    try {
      await storeResponse(url.href, await fetch(url, { headers: { 'x-time-zone': timeZone } }), generation)
    } catch {
      return
    }
  }
}
