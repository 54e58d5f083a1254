import type { Query, QueryClient } from '@tanstack/react-query'
import { connectionStore } from '#web/lib/api/connection.ts'

/** What a form began with stays as it is while it is open. */
const isOfForm = ({ queryKey, state }: Query) => queryKey[0] === 'fresh' && state.data !== undefined
/** Who chooses from a list mustn't have it move under his hand. */
const isBeingChosenFrom = ({ queryKey }: Query) => queryKey[1] === 'pick'

const shortestPauseMs = 500
const longestPauseMs = 60_000

/**
 * Once the server is back, asks it again for what was shown from memory meanwhile, and for what could not be had at all.
 * @returns what ends it
 */
export const refetchOnReconnect = (client: QueryClient): (() => void) => {
  let wasLost = connectionStore.read().isLost
  // What is lost from the start came from memory as a whole.
  let lostAt = 0
  let pauseMs = shortestPauseMs
  let askedAt = 0
  let later: ReturnType<typeof setTimeout> | undefined
  const askAgain = () => {
    later = undefined
    askedAt = Date.now()
    const isDue = (query: Query) => {
      const { dataUpdatedAt, status } = query.state
      return (dataUpdatedAt >= lostAt || status === 'error') && !isOfForm(query)
    }
    const due = new Set(client.getQueryCache().findAll({ predicate: isDue }))
    void client.invalidateQueries({ predicate: (query) => due.has(query) && !isBeingChosenFrom(query) })
    void client.invalidateQueries({ predicate: (query) => due.has(query) && isBeingChosenFrom(query), refetchType: 'none' })
  }
  const stop = connectionStore.subscribe(() => {
    const { isLost } = connectionStore.read()
    if (isLost === wasLost) return
    wasLost = isLost
    if (isLost) {
      // What still waits to be asked again is as old as before.
      if (!later) lostAt = Date.now()
      clearTimeout(later)
      return
    }
    // A server that breaks off one call alone seems lost and back in turns: it isn't asked without end.
    const sinceMs = Date.now() - askedAt
    pauseMs = sinceMs > longestPauseMs ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    later = setTimeout(askAgain, Math.max(0, askedAt + pauseMs - Date.now()))
  })
  return () => {
    clearTimeout(later)
    stop()
  }
}
