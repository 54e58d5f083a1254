import { registerRoute } from 'workbox-routing'
import type { WorkerMessage } from '#shared/service-worker.ts'
import { changesSession, isCacheable } from './cacheable-paths.ts'
import { respondOrFallBack } from './network-timeout.ts'
import { registerPageRoutes } from './page-routes.ts'
import { type AppFile, precacheAppFiles, scope } from './precache.ts'
import { clearResponses, getCacheGeneration, readResponse, storeResponse } from './response-cache.ts'

/** Both are inserted by the build. */
declare const __APP_FILES__: AppFile[]
declare const __ENTRY__: string

/** Cached responses are served when the network fails, and only then. */
const registerApiRoutes = (): void => {
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

const precacheResponses = async (urls: readonly string[], timeZone: string): Promise<void> => {
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

registerApiRoutes()
registerPageRoutes(precacheAppFiles(__APP_FILES__))

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim())
})

scope.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | { type: 'SKIP_WAITING' }
  if (message.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
  if (message.type === 'ENTRY') event.ports[0]?.postMessage(__ENTRY__)
  if (message.type === 'KEEP') event.waitUntil(precacheResponses(message.urls, message.timeZone))
})
