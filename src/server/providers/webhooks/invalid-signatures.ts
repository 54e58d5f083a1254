/** How many refused events of one address and endpoint are looked at within a minute; real ones are not refused. */
const perMinute = 60
const minuteMs = 60_000
/** So that no flood of addresses fills the memory. */
const remembered = 10_000

type Seen = { since: number; count: number }

/**
 * Counts events that weren't the provider's. Each endpoint's count goes into the log, once a minute at most.
 * @param now milliseconds
 */
export const createInvalidSignatureLimit = (now: () => number, log: (line: string) => void) => {
  const senders = new Map<string, Seen>()
  const endpoints = new Map<string, Seen>()

  const count = (map: Map<string, Seen>, key: string): Seen => {
    const known = map.get(key)
    if (known && now() - known.since < minuteMs) {
      known.count++
      return known
    }
    // Begun anew, it becomes the youngest; the oldest goes first.
    map.delete(key)
    const oldest = map.size >= remembered ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
    const fresh = { since: now(), count: 1 }
    map.set(key, fresh)
    return fresh
  }
  const senderOf = (address: string, token: string) => `${address} ${token}`

  return {
    /** Whether this address has sent so many wrong events to the endpoint that nothing of it is looked at for a moment. */
    isFlooding: (address: string, token: string): boolean => {
      const seen = senders.get(senderOf(address, token))
      return seen !== undefined && now() - seen.since < minuteMs && seen.count >= perMinute
    },
    /** @param whose of which endpoint, in words that give nothing away */
    note: (address: string, token: string, whose: string): void => {
      count(senders, senderOf(address, token))
      const before = endpoints.get(whose)
      const isNew = !before || now() - before.since >= minuteMs
      const since = before && isNew ? before.count - 1 : 0
      count(endpoints, whose)
      if (isNew) log(`An event for ${whose} had no good signature and was refused${since > 0 ? `; so were ${since} more before` : ''}.`)
    },
  }
}
