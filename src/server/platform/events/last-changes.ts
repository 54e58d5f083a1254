/** How long ago something of a user changed, as far as this process has heard. */
export type LastChanges = {
  /** From now on everything is heard; nothing is known of before. */
  start(): void
  /** From now on nothing is heard. */
  stop(): void
  record(userId: number): void
  /** At least so long nothing of this user has changed, in milliseconds. 0 where nothing is known. */
  agoMs(userId: number): number
}

/** @param most how many users are kept in mind: of the others, only that they haven't changed since the oldest of these */
export const createLastChanges = ({ most = 10_000, nowMs = () => performance.now() } = {}): LastChanges => {
  // In the order of the changes: the first is the one to forget.
  const last = new Map<number, number>()
  let since: number | undefined
  return {
    start: () => {
      last.clear()
      since = nowMs()
    },
    stop: () => {
      since = undefined
    },
    record: (userId) => {
      last.delete(userId)
      last.set(userId, nowMs())
      if (last.size <= most) return
      const [[oldest, at]] = last as unknown as [[number, number]]
      last.delete(oldest)
      since = at
    },
    agoMs: (userId) => (since === undefined ? 0 : Math.floor(nowMs() - (last.get(userId) ?? since))),
  }
}
