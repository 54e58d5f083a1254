import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

/** `revision` is null for hashed file names, which never change. */
export type AppFile = { url: string; revision: string | null }

const filesCache = 'billfold-files'
const fontsCache = 'billfold-fonts'
/** Followed by the time in milliseconds since 1970. */
const earlierPrefix = 'billfold-former-'
const earlierMaxAgeMs = 14 * 86_400_000
const maxEarlierVersions = 3

const assets = '/assets/'

/** Tabs that are still open may load chunks of earlier versions. */
const keepEarlierVersion = async (current: ReadonlySet<string>): Promise<void> => {
  const files = await caches.open(filesCache)
  const earlier = (await files.keys()).filter(({ url }) => new URL(url).pathname.startsWith(assets) && !current.has(url))
  if (earlier.length === 0) return
  const store = await caches.open(`${earlierPrefix}${Date.now()}`)
  for (const request of earlier) {
    const file = await files.match(request, { ignoreVary: true })
    if (file) await store.put(request, file)
  }
}

const dropOld = async (): Promise<void> => {
  const times = (await caches.keys()).flatMap((name) => (name.startsWith(earlierPrefix) ? [Number(name.slice(earlierPrefix.length))] : []))
  const old = times.sort((a, b) => b - a).filter((at, i) => i >= maxEarlierVersions || Date.now() - at > earlierMaxAgeMs)
  for (const at of old) await caches.delete(`${earlierPrefix}${at}`)
}

declare const self: ServiceWorkerGlobalScope

export const scope: ServiceWorkerGlobalScope = self

/** @returns finds a precached file */
export const precacheAppFiles = (list: readonly AppFile[]): ((path: string) => Promise<Response | undefined>) => {
  const controller = new PrecacheController({ cacheName: filesCache })
  controller.addToCacheList([...list])
  scope.addEventListener('install', (event) => {
    event.waitUntil(controller.install(event))
  })
  scope.addEventListener('activate', (event) => {
    const replace = async () => {
      await keepEarlierVersion(new Set(controller.getCachedURLs()))
      await controller.activate(event)
      await dropOld()
    }
    event.waitUntil(replace())
  })
  registerRoute(new PrecacheRoute(controller))
  const fonts = new CacheFirst({ cacheName: fontsCache, matchOptions: { ignoreVary: true } })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(assets),
    async (options) => {
      const { request } = options
      // Most likely a chunk of an earlier version.
      const cached = await caches.match(request, { ignoreVary: true })
      // Fonts for rare scripts are loaded when text needs them.
      return cached ?? (request.destination === 'font' ? fonts.handle(options) : fetch(request))
    },
  )
  return (path) => controller.matchPrecache(path)
}
