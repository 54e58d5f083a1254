/** After so many invalid events from one address to one endpoint within a minute, further ones are refused unread. */
const maxPerMinute = 60
const minuteMs = 60_000
/** Bounds the memory that a flood from many addresses takes. */
const maxEntries = 10_000

type Window = { since: number; count: number }

/** Logs once a minute at most for each endpoint. `now` is in milliseconds. */
export const createInvalidSignatureLimit = (now: () => number, log: (line: string) => void) => {
  const senders = new Map<string, Window>()
  const endpoints = new Map<string, Window>()

  const isCurrent = (window: Window): boolean => now() - window.since < minuteMs

  const increment = (windows: Map<string, Window>, key: string): void => {
    const window = windows.get(key)
    if (window && isCurrent(window)) {
      window.count++
      return
    }
    // Deleted and added again, so that the map stays ordered by age. The oldest is evicted.
    windows.delete(key)
    const oldest = windows.size >= maxEntries ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    windows.set(key, { since: now(), count: 1 })
  }
  const toSender = (address: string, endpoint: string) => `${address} ${endpoint}`

  return {
    isExceeded: (address: string, endpoint: string): boolean => {
      const window = senders.get(toSender(address, endpoint))
      return window !== undefined && isCurrent(window) && window.count >= maxPerMinute
    },
    /** `description` is of the endpoint, for the log: without its token. */
    record: (address: string, endpoint: string, description: string): void => {
      increment(senders, toSender(address, endpoint))
      const before = endpoints.get(description)
      const isNew = !before || !isCurrent(before)
      const since = before && isNew ? before.count - 1 : 0
      increment(endpoints, description)
      if (isNew)
        log(`An event for ${description} had no good signature and was refused${since > 0 ? `; so were ${since} more before` : ''}.`)
    },
  }
}
