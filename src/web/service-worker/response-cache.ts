import { apiCacheName, cachedAtHeader, pageOwnerHeader } from '#shared/service-worker.ts'
import { type CacheEntry, cacheQuota, maxResponseBytes, selectEvictions } from './cache-quota.ts'
import { currentUserPath } from './cacheable-paths.ts'

const weightHeader = 'x-billfold-bytes'
const stays = new URL(currentUserPath, location.origin).href

/** Rises when somebody else may be signed in from now on: an answer to a question from before is kept no more. */
let era = 0
export const getCacheGeneration = (): number => era

/** What is kept, as far as this run of the worker knows; the cache has it too, but reading it all for each answer would take long. */
let known: Map<string, CacheEntry> | undefined

const inventory = async (cache: Cache): Promise<Map<string, CacheEntry>> => {
  if (known) return known
  const found = new Map<string, CacheEntry>()
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request, { ignoreVary: true }))?.headers
    const atMs = Date.parse(headers?.get(cachedAtHeader) ?? '') || 0
    found.set(request.url, { url: request.url, atMs, bytes: Number(headers?.get(weightHeader)) || 0 })
  }
  known = found
  return found
}

// One after the other: two answers at once would each make room for itself alone.
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  return mine
}

const empty = async () => {
  known = undefined
  await caches.delete(apiCacheName)
}

const drop = async (url: string) => {
  const cache = await caches.open(apiCacheName)
  await cache.delete(url, { ignoreVary: true })
  ;(await inventory(cache)).delete(url)
}

/** Forgets everything, and lets nothing in that was asked before. */
export const clearResponses = (): Promise<void> => {
  era += 1
  return inTurn(empty)
}

/** The answer of this address when it was read last, marked with the time; undefined when there is none. */
export const readResponse = async (url: string): Promise<Response | undefined> =>
  (await caches.has(apiCacheName)) ? (await caches.open(apiCacheName)).match(url, { ignoreVary: true }) : undefined

const ownerOf = (response: Response | undefined) => response?.headers.get(pageOwnerHeader) ?? undefined
/** Throws away what isn't his: it may have been answered for another one while he signed in. */
const dropOthers = async (cache: Cache, owner: string | undefined): Promise<void> => {
  for (const request of await cache.keys()) {
    const whose = ownerOf(await cache.match(request, { ignoreVary: true }))
    if (whose !== undefined && whose !== owner) await cache.delete(request, { ignoreVary: true })
  }
  known = undefined
}

const idOf = async (response: Response | undefined): Promise<unknown> => {
  try {
    return ((await response?.json()) as { id?: unknown } | undefined)?.id
  } catch {
    return undefined
  }
}

/** Whether the answer about who is signed in names another one than the answer that is kept. */
const isSomebodyElse = async (cache: Cache, url: string, body: ArrayBuffer): Promise<boolean> => {
  const before = await cache.match(url, { ignoreVary: true })
  return before !== undefined && (await idOf(before)) !== (await idOf(new Response(body)))
}

const marked = (response: Response, body: ArrayBuffer, at: Date): Response => {
  const headers = new Headers(response.headers)
  // The body is kept as it is read, unpacked.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(cachedAtHeader, at.toISOString())
  headers.set(weightHeader, String(body.byteLength))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * Notes what the server answered: a good answer is kept, one that says that nobody is signed in empties the memory.
 * @param askedIn the era in which the question was asked
 */
export const storeResponse = async (url: string, response: Response, askedIn: number): Promise<void> => {
  if (response.status === 401) return clearResponses()
  // It is gone, or no longer this person's to see.
  if (response.status === 404 || response.status === 403) return inTurn(() => drop(url))
  if (response.status !== 200 || response.type !== 'basic') return
  const body = await response.arrayBuffer()
  if (body.byteLength > maxResponseBytes) return
  await inTurn(async () => {
    if (askedIn !== era) return
    if (url === stays && (await isSomebodyElse(await caches.open(apiCacheName), url, body))) await empty()
    const cache = await caches.open(apiCacheName)
    const who = await cache.match(stays, { ignoreVary: true })
    const owner = ownerOf(response)
    if (url === stays && !who) await dropOthers(cache, owner)
    if (url !== stays && who && owner !== undefined && owner !== ownerOf(who)) return
    const all = await inventory(cache)
    const at = new Date()
    await cache.put(url, marked(response, body, at))
    all.set(url, { url, atMs: at.getTime(), bytes: body.byteLength })
    for (const old of selectEvictions([...all.values()], cacheQuota, stays)) {
      await cache.delete(old)
      all.delete(old)
    }
  })
}
