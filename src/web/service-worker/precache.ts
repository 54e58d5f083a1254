import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { scope } from './scope.ts'

/** A file of the app: those with a hash in their name never change, the others carry one beside it. */
export type AppFile = { url: string; revision: string | null }

const filesCache = 'billfold-files'
const fontsCache = 'billfold-fonts'
/** Followed by the moment in milliseconds since 1970. */
const formerPrefix = 'billfold-former-'
const formerForMs = 14 * 86_400_000
const formerMost = 3

const assets = '/assets/'

/** Keeps what pages of the version before may still load: tabs that nobody closes live on with it, whoever updated in another tab. */
const keepFormer = async (current: ReadonlySet<string>): Promise<void> => {
  const files = await caches.open(filesCache)
  const former = (await files.keys()).filter(({ url }) => new URL(url).pathname.startsWith(assets) && !current.has(url))
  if (former.length === 0) return
  const store = await caches.open(`${formerPrefix}${Date.now()}`)
  for (const request of former) {
    const file = await files.match(request, { ignoreVary: true })
    if (file) await store.put(request, file)
  }
}

const dropOld = async (): Promise<void> => {
  const times = (await caches.keys()).flatMap((name) => (name.startsWith(formerPrefix) ? [Number(name.slice(formerPrefix.length))] : []))
  const old = times.sort((a, b) => b - a).filter((at, i) => i >= formerMost || Date.now() - at > formerForMs)
  for (const at of old) await caches.delete(`${formerPrefix}${at}`)
}

/**
 * Keeps the app's files on the device, so that all of it starts without a network, and a version that is open goes on working when the server has
 * another one.
 * @returns finds one of them
 */
export const precacheAppFiles = (list: readonly AppFile[]): ((path: string) => Promise<Response | undefined>) => {
  const controller = new PrecacheController({ cacheName: filesCache })
  controller.addToCacheList([...list])
  scope.addEventListener('install', (event) => {
    event.waitUntil(controller.install(event))
  })
  scope.addEventListener('activate', (event) => {
    const replace = async () => {
      await keepFormer(new Set(controller.getCachedURLs()))
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
      // Of a former version, most likely.
      const kept = await caches.match(request, { ignoreVary: true })
      // Rare scripts' letters come when somebody writes in them.
      return kept ?? (request.destination === 'font' ? fonts.handle(options) : fetch(request))
    },
  )
  return (path) => controller.matchPrecache(path)
}
