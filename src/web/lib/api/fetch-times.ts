import type { Query, QueryClient } from '@tanstack/react-query'
import { getPrefetchAgeMs } from './prefetch.ts'

/** Both clocks: the monotonic one stops while the computer sleeps, the wall clock can be changed. */
export type ClockReading = { tickMs: number; clockMs: number }

export const clockReadingAgo = (agoMs: number): ClockReading => ({ tickMs: performance.now() - agoMs, clockMs: Date.now() - agoMs })

export const latestReading = (a: ClockReading, b: ClockReading | undefined): ClockReading =>
  b ? { tickMs: Math.max(a.tickMs, b.tickMs), clockMs: Math.max(a.clockMs, b.clockMs) } : a

const fetchedAt = new WeakMap<Query, ClockReading>()

export const trackFetchTimes = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // Loading a further page doesn't refresh the pages already shown.
    if (event.action.meta?.fetchMore) return
    // A prefetched response is as old as its prefetch.
    fetchedAt.set(event.query, clockReadingAgo(getPrefetchAgeMs(String(event.query.queryKey[0]))))
  })

export const wasFetchedBefore = (query: Query, moment: ClockReading): boolean => {
  const fetched = fetchedAt.get(query)
  return !fetched || fetched.tickMs <= moment.tickMs || fetched.clockMs <= moment.clockMs
}

/** Options of an open picker must not move while the user chooses; they are refetched when it opens next. */
export const invalidateAll = (client: QueryClient, queries: ReadonlySet<Query>): void => {
  const isPicker = ({ queryKey }: Query) => queryKey[1] === 'pick'
  void client.invalidateQueries({ predicate: (query) => queries.has(query) && !isPicker(query) })
  void client.invalidateQueries({ predicate: (query) => queries.has(query) && isPicker(query), refetchType: 'none' })
}
