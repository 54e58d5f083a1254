import { browserTimeZone } from '#web/lib/time-zone.ts'

/** Whoever comes later than this asks anew: what was answered then may be old. */
const keptMs = 10_000

type Early = { answer: Promise<Response>; askedAt: number }
const kept = new Map<string, Early>()

/** Asks the server before the code is here that will want to know: with that on its way as well, neither waits for the other. */
export const prefetch = (urls: readonly string[]): void => {
  for (const url of urls) {
    const answer = fetch(url, { credentials: 'include', headers: { 'x-time-zone': browserTimeZone } })
    // Whoever takes it hears of a failure; where nobody does, it is no news.
    answer.catch(() => undefined)
    kept.set(url, { answer, askedAt: performance.now() })
    setTimeout(() => kept.delete(url), keptMs)
  }
}

/** What was asked early at this address, for the first who wants it; undefined when nothing was, or another had it. */
export const takePrefetched = (url: string): Promise<Response> | undefined => {
  const found = kept.get(url)
  kept.delete(url)
  return found?.answer
}

/** How long ago a call at this path, whatever its query, was asked early; 0 when none is kept. */
export const getPrefetchAgeMs = (path: string): number => {
  const asked = [...kept].flatMap(([url, { askedAt }]) => (url.split('?')[0] === path ? [askedAt] : []))
  return asked.length === 0 ? 0 : performance.now() - Math.min(...asked)
}
