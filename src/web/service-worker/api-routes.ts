import { registerRoute } from 'workbox-routing'
import { changesSession, isCacheable } from './cacheable-paths.ts'
import { respondOrFallBack } from './network-timeout.ts'
import { clearResponses, getCacheGeneration, readResponse, storeResponse } from './response-cache.ts'
import { scope } from './scope.ts'

/** What was read last is given again when the network fails, and only then. */
export const registerApiRoutes = (): void => {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCacheable(url),
    async ({ request, event }) => {
      const askedIn = getCacheGeneration()
      const answer = fetch(request)
      // Also an answer that comes too late for whoever asked is the newest there is.
      const kept = answer.then((response) => storeResponse(request.url, response.clone(), askedIn)).catch(() => {})
      event.waitUntil(kept)
      return respondOrFallBack(answer, () => readResponse(request.url))
    },
  )
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (url.origin === location.origin && changesSession(url)) event.waitUntil(clearResponses())
  })
}

/** Asks again for what a page asked before there was a worker, one after the other. */
export const precacheResponses = async (urls: readonly string[], timeZone: string): Promise<void> => {
  for (const each of urls) {
    const url = new URL(each, location.origin)
    if (url.origin !== location.origin || !isCacheable(url)) continue
    const askedIn = getCacheGeneration()
    try {
      await storeResponse(url.href, await fetch(url, { headers: { 'x-time-zone': timeZone } }), askedIn)
    } catch {
      return
    }
  }
}
