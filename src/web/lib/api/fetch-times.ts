import type { Query, QueryClient } from '@tanstack/react-query'
import { getPrefetchAgeMs } from './prefetch.ts'

/** A moment by both clocks: the one stands still while the computer sleeps, the other can be set. */
export type ClockReading = { tickMs: number; clockMs: number }

export const clockReadingAgo = (agoMs: number): ClockReading => ({ tickMs: performance.now() - agoMs, clockMs: Date.now() - agoMs })

export const latestReading = (a: ClockReading, b: ClockReading | undefined): ClockReading =>
  b ? { tickMs: Math.max(a.tickMs, b.tickMs), clockMs: Math.max(a.clockMs, b.clockMs) } : a

const askedAt = new WeakMap<Query, ClockReading>()

/**
 * Keeps in mind when the server was asked last for each thing that is shown.
 * @returns what ends it
 */
export const trackFetchTimes = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // A further page of a list says nothing about those that are here.
    if (event.action.meta?.fetchMore) return
    // What was asked before the app was here is as old as that.
    askedAt.set(event.query, clockReadingAgo(getPrefetchAgeMs(String(event.query.queryKey[0]))))
  })

/** Whether what this query shows may be older than that moment. */
export const wasFetchedBefore = (query: Query, moment: ClockReading): boolean => {
  const asked = askedAt.get(query)
  return !asked || asked.tickMs <= moment.tickMs || asked.clockMs <= moment.clockMs
}
