import { apiCacheName, cachedAtHeader, pageOwnerHeader } from '#shared/service-worker.ts'
import { type CacheEntry, cacheQuota, maxResponseBytes, selectEvictions } from './cache-quota.ts'
import { currentUserPath } from './cacheable-paths.ts'

const sizeHeader = 'x-billfold-bytes'
const currentUserUrl = new URL(currentUserPath, location.origin).href

/** Increases whenever the signed-in user may change: responses to earlier requests are not stored. */
let currentGeneration = 0
export const getCacheGeneration = (): number => currentGeneration

/** Reading it from the cache for every response would be slow. */
let index: Map<string, CacheEntry> | undefined

const loadIndex = async (cache: Cache): Promise<Map<string, CacheEntry>> => {
  if (index) return index
  const found = new Map<string, CacheEntry>()
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request, { ignoreVary: true }))?.headers
    const atMs = Date.parse(headers?.get(cachedAtHeader) ?? '') || 0
    found.set(request.url, { url: request.url, atMs, bytes: Number(headers?.get(sizeHeader)) || 0 })
  }
  index = found
  return found
}

// Serialized: two concurrent writes would each evict for themselves alone.
let last: Promise<unknown> = Promise.resolve()
const serialize = <T>(work: () => Promise<T>): Promise<T> => {
  const result = last.then(work, work)
  last = result.catch(() => {})
  return result
}

const deleteAll = async () => {
  index = undefined
  await caches.delete(apiCacheName)
}

const drop = async (url: string) => {
  const cache = await caches.open(apiCacheName)
  await cache.delete(url, { ignoreVary: true })
  ;(await loadIndex(cache)).delete(url)
}

/** Responses that were requested before are not stored either. */
export const clearResponses = (): Promise<void> => {
  currentGeneration += 1
  return serialize(deleteAll)
}

export const readResponse = async (url: string): Promise<Response | undefined> =>
  (await caches.has(apiCacheName)) ? (await caches.open(apiCacheName)).match(url, { ignoreVary: true }) : undefined

const getOwner = (response: Response | undefined) => response?.headers.get(pageOwnerHeader) ?? undefined
/** They may have arrived while this user signed in. */
const deleteOtherUsers = async (cache: Cache, owner: string | undefined): Promise<void> => {
  for (const request of await cache.keys()) {
    const cachedOwner = getOwner(await cache.match(request, { ignoreVary: true }))
    if (cachedOwner !== undefined && cachedOwner !== owner) await cache.delete(request, { ignoreVary: true })
  }
  index = undefined
}

const readId = async (response: Response | undefined): Promise<unknown> => {
  try {
    return ((await response?.json()) as { id?: unknown } | undefined)?.id
  } catch {
    return undefined
  }
}

const isOtherUser = async (cache: Cache, url: string, body: ArrayBuffer): Promise<boolean> => {
  const before = await cache.match(url, { ignoreVary: true })
  return before !== undefined && (await readId(before)) !== (await readId(new Response(body)))
}

const withCacheHeaders = (response: Response, body: ArrayBuffer, at: Date): Response => {
  const headers = new Headers(response.headers)
  // The body is stored decompressed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(cachedAtHeader, at.toISOString())
  headers.set(sizeHeader, String(body.byteLength))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

/** @param generation the cache generation in which the request was made */
export const storeResponse = async (url: string, response: Response, generation: number): Promise<void> => {
  if (response.status === 401) return clearResponses()
  // Deleted, or no longer accessible to this user.
  if (response.status === 404 || response.status === 403) return serialize(() => drop(url))
  if (response.status !== 200 || response.type !== 'basic') return
  const body = await response.arrayBuffer()
  if (body.byteLength > maxResponseBytes) return
  await serialize(async () => {
    if (generation !== currentGeneration) return
    if (url === currentUserUrl && (await isOtherUser(await caches.open(apiCacheName), url, body))) await deleteAll()
    const cache = await caches.open(apiCacheName)
    const currentUser = await cache.match(currentUserUrl, { ignoreVary: true })
    const owner = getOwner(response)
    if (url === currentUserUrl && !currentUser) await deleteOtherUsers(cache, owner)
    if (url !== currentUserUrl && currentUser && owner !== undefined && owner !== getOwner(currentUser)) return
    const all = await loadIndex(cache)
    const at = new Date()
    await cache.put(url, withCacheHeaders(response, body, at))
    all.set(url, { url, atMs: at.getTime(), bytes: body.byteLength })
    for (const old of selectEvictions([...all.values()], cacheQuota, currentUserUrl)) {
      await cache.delete(old)
      all.delete(old)
    }
  })
}
