import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** What a page felt like so far. Times in milliseconds since the navigation began. */
export type Vitals = { lcp: number; lcpElement: string; fcp: number; cls: number; clsElement: string; tbt: number }
/** One thing that somebody did: from the touch to the next picture, and which part of it took long. */
export type Interaction = { ms: number; waitMs: number; workMs: number; drawMs: number; target: string }

type Attributed = { value: number; attribution: Record<string, unknown> }
type Noted = { lcp?: Attributed; cls?: Attributed; fcp?: Attributed; long: { at: number; ms: number }[]; events: PerformanceEventTiming[] }
type Watched = typeof globalThis & {
  noted: Noted
  webVitals: Record<'onLCP' | 'onCLS' | 'onFCP', (react: (metric: Attributed) => void, options: { reportAllChanges: boolean }) => void>
}

const require = createRequire(import.meta.url)
const library = readFileSync(require.resolve('web-vitals/attribution').replace(/[^/]+$/, 'web-vitals.attribution.iife.js'), 'utf8')

const watch = () => {
  const page = globalThis as Watched
  const noted: Noted = { long: [], events: [] }
  page.noted = noted
  for (const [name, key] of [
    ['onLCP', 'lcp'],
    ['onCLS', 'cls'],
    ['onFCP', 'fcp'],
  ] as const)
    page.webVitals[name]((metric) => (noted[key] = metric), { reportAllChanges: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.long.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) if (entry.interactionId) noted.events.push(entry)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** To be called before the page is opened: Google's own library watches paints and shifts, the browser's entries tell of tasks and events. */
export const observe = async (page: Page): Promise<void> => {
  await page.addInitScript({ content: `if (window === top) { ${library}; globalThis.webVitals = webVitals; (${watch.toString()})() }` })
}

/** What the page has shown so far. Blocking time is what tasks took beyond 50 ms, from the first picture on. */
export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(() => {
    const { lcp, cls, fcp, long } = (globalThis as Watched).noted
    const first = fcp?.value ?? 0
    return {
      lcp: lcp?.value ?? Number.NaN,
      lcpElement: String(lcp?.attribution.target ?? ''),
      fcp: first,
      cls: cls?.value ?? 0,
      clsElement: String(cls?.attribution.largestShiftTarget ?? ''),
      tbt: long.filter(({ at }) => at >= first).reduce((sum, { ms }) => sum + ms - 50, 0),
    }
  })

/** The interactions since the last call, each with its slowest event. Those below 16 ms are told by nobody. */
export const takeInteractions = (page: Page): Promise<Interaction[]> =>
  page.evaluate(() => {
    const { noted } = globalThis as Watched
    const events = noted.events.splice(0)
    const slowest = new Map<number, PerformanceEventTiming>()
    for (const event of events)
      if (event.duration > (slowest.get(event.interactionId)?.duration ?? 0)) slowest.set(event.interactionId, event)
    return [...slowest.values()].map(({ startTime, processingStart, processingEnd, duration, target, name }) => ({
      ms: duration,
      waitMs: Math.round(processingStart - startTime),
      workMs: Math.round(processingEnd - processingStart),
      drawMs: Math.round(startTime + duration - processingEnd),
      target: `${name} ${target instanceof Element ? (target.getAttribute('aria-label') ?? target.id ?? target.tagName) : ''}`,
    }))
  })
