import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** The metrics of a page so far, in milliseconds since the start of the navigation; `cls` has no unit. */
export type Vitals = { lcp: number; lcpElement: string; fcp: number; cls: number; clsElement: string; tbt: number }
/** One interaction, from the input to the next paint, and its parts: waiting, event handlers, rendering. In milliseconds. */
export type Interaction = { ms: number; waitMs: number; workMs: number; drawMs: number; target: string }

type Attributed = { value: number; attribution: Record<string, unknown> }
type Recorded = {
  lcp?: Attributed
  cls?: Attributed
  fcp?: Attributed
  long: { at: number; ms: number }[]
  events: PerformanceEventTiming[]
}
type ObservedPage = typeof globalThis & {
  recorded: Recorded
  webVitals: Record<'onLCP' | 'onCLS' | 'onFCP', (react: (metric: Attributed) => void, options: { reportAllChanges: boolean }) => void>
}

const require = createRequire(import.meta.url)
const library = readFileSync(require.resolve('web-vitals/attribution').replace(/[^/]+$/, 'web-vitals.attribution.iife.js'), 'utf8')

const watch = () => {
  const page = globalThis as ObservedPage
  const recorded: Recorded = { long: [], events: [] }
  page.recorded = recorded
  for (const [name, key] of [
    ['onLCP', 'lcp'],
    ['onCLS', 'cls'],
    ['onFCP', 'fcp'],
  ] as const)
    page.webVitals[name]((metric) => (recorded[key] = metric), { reportAllChanges: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) recorded.long.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) if (entry.interactionId) recorded.events.push(entry)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Starts measuring; to be called before the page is opened. The library web-vitals measures paints and shifts, performance entries tasks and events. */
export const observe = async (page: Page): Promise<void> => {
  await page.addInitScript({ content: `if (window === top) { ${library}; globalThis.webVitals = webVitals; (${watch.toString()})() }` })
}

/** An element by CSS and by a text in it. */
export type Subject = { css: string; text: string }

/**
 * Opens a page and waits for its subject.
 * @returns when a frame with the subject was begun, in milliseconds since the start of the navigation
 */
export const openAndTime = async (page: Page, path: string, subject: Subject): Promise<{ visibleMs: number }> => {
  await page.goto(path, { waitUntil: 'commit' })
  const visibleMs = await page.evaluate(
    ({ css, text }) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll(css)].some(
            (each) => each.textContent.includes(text) && each.getClientRects().length > 0,
          )
          if (isThere) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    subject,
  )
  return { visibleMs }
}

/** The kilobytes of the page and its files over the network so far. */
export const readKilobytes = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
        (sum, entry) => sum + ((entry as PerformanceResourceTiming).transferSize ?? 0),
        0,
      ) / 1000,
  )

/**
 * Reads the metrics so far, as soon as the first paints are known: a busy browser reports them late. The total blocking time is the time beyond 50 ms
 * of each task after the first paint.
 */
export const readVitals = async (page: Page): Promise<Vitals> => {
  await page.waitForFunction(() => {
    const { lcp, fcp } = (globalThis as ObservedPage).recorded
    return lcp && fcp
  })
  return page.evaluate(() => {
    const { lcp, cls, fcp, long } = (globalThis as ObservedPage).recorded
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
}

/** The interactions since the last call, each with its slowest event. Browsers do not report those below 16 ms. */
export const takeInteractions = (page: Page): Promise<Interaction[]> =>
  page.evaluate(() => {
    const { recorded } = globalThis as ObservedPage
    const events = recorded.events.splice(0)
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
