import type { Query, QueryClient } from '@tanstack/react-query'
import { connectionStore } from '#web/lib/api/connection.ts'
import { invalidateAll } from '#web/lib/api/fetch-times.ts'

/** An open form keeps the data it started with. */
const isOfForm = ({ queryKey, state }: Query) => queryKey[0] === 'fresh' && state.data !== undefined

const minPauseMs = 500
const maxPauseMs = 60_000

export const refetchOnReconnect = (client: QueryClient): (() => void) => {
  let wasLost = connectionStore.read().isLost
  // If the server was unreachable from the start, everything came from the cache.
  let lostAt = 0
  let pauseMs = minPauseMs
  let refetchedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    timer = undefined
    refetchedAt = Date.now()
    const isDue = (query: Query) => {
      const { dataUpdatedAt, status } = query.state
      return (dataUpdatedAt >= lostAt || status === 'error') && !isOfForm(query)
    }
    const due = new Set(client.getQueryCache().findAll({ predicate: isDue }))
    invalidateAll(client, due)
  }
  const stop = connectionStore.subscribe(() => {
    const { isLost } = connectionStore.read()
    if (isLost === wasLost) return
    wasLost = isLost
    if (isLost) {
      // Queries that are still due keep their earlier mark.
      if (!timer) lostAt = Date.now()
      clearTimeout(timer)
      return
    }
    // A server that fails one call repeatedly switches between lost and back: the pause grows, so that it isn't called endlessly.
    const sinceMs = Date.now() - refetchedAt
    pauseMs = sinceMs > maxPauseMs ? minPauseMs : Math.min(pauseMs * 2, maxPauseMs)
    timer = setTimeout(refetch, Math.max(0, refetchedAt + pauseMs - Date.now()))
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
