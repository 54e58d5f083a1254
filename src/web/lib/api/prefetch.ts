import { browserTimeZone } from '#web/lib/time-zone.ts'

/** Older responses are discarded as possibly stale. */
const maxAgeMs = 10_000

type Prefetched = { answer: Promise<Response>; startedAt: number }
type Page = typeof globalThis & { prefetched?: Map<string, Prefetched> }

/** Belongs to the page: the script in the page that fills it is built apart from the app, which reads it. */
const page: Page = globalThis
page.prefetched ??= new Map()
const { prefetched } = page

export const prefetch = (urls: readonly string[]): void => {
  for (const url of urls) {
    const answer = fetch(url, { credentials: 'include', headers: { 'x-time-zone': browserTimeZone } })
    // The consumer handles a failure; without a consumer it doesn't matter.
    answer.catch(() => undefined)
    prefetched.set(url, { answer, startedAt: performance.now() })
    setTimeout(() => prefetched.delete(url), maxAgeMs)
  }
}

export const takePrefetched = (url: string): Promise<Response> | undefined => {
  const found = prefetched.get(url)
  prefetched.delete(url)
  return found?.answer
}

/** Whatever the query; 0 without a prefetch. */
export const getPrefetchAgeMs = (path: string): number => {
  const startTimes = [...prefetched].flatMap(([url, { startedAt }]) => (url.split('?')[0] === path ? [startedAt] : []))
  return startTimes.length === 0 ? 0 : performance.now() - Math.min(...startTimes)
}
