import type { Query, QueryClient } from '@tanstack/react-query'
import { earlyAgoMs } from './early.ts'

/** A moment by both clocks: the one stands still while the computer sleeps, the other can be set. */
export type Moment = { tickMs: number; clockMs: number }

export const momentsAgo = (agoMs: number): Moment => ({ tickMs: performance.now() - agoMs, clockMs: Date.now() - agoMs })

export const later = (a: Moment, b: Moment | undefined): Moment =>
  b ? { tickMs: Math.max(a.tickMs, b.tickMs), clockMs: Math.max(a.clockMs, b.clockMs) } : a

const askedAt = new WeakMap<Query, Moment>()

/**
 * Keeps in mind when the server was asked last for each thing that is shown.
 * @returns what ends it
 */
export const rememberAsking = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // A further page of a list says nothing about those that are here.
    if (event.action.meta?.fetchMore) return
    // What was asked before the app was here is as old as that.
    askedAt.set(event.query, momentsAgo(earlyAgoMs(String(event.query.queryKey[0]))))
  })

/** Whether what this query shows may be older than that moment. */
export const isOlderThan = (query: Query, moment: Moment): boolean => {
  const asked = askedAt.get(query)
  return !asked || asked.tickMs <= moment.tickMs || asked.clockMs <= moment.clockMs
}
