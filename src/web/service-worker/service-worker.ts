import type { WorkerMessage } from '#shared/service-worker.ts'
import { precacheResponses, registerApiRoutes } from './api-routes.ts'
import { registerPageRoutes } from './page-routes.ts'
import { type AppFile, precacheAppFiles } from './precache.ts'
import { scope } from './scope.ts'

/** Both are inserted by the build. */
declare const __APP_FILES__: AppFile[]
declare const __ENTRY__: string

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
