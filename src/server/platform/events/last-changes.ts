export type LastChanges = {
  start(): void
  stop(): void
  record(userId: number): void
  /** 0 when unknown. */
  agoMs(userId: number): number
}

export const createLastChanges = ({ maxUsers = 10_000, nowMs = () => performance.now() } = {}): LastChanges => {
  // In the order of the changes, the oldest first.
  const changedAt = new Map<number, number>()
  let since: number | undefined
  return {
    start: () => {
      changedAt.clear()
      since = nowMs()
    },
    stop: () => {
      since = undefined
    },
    record: (userId) => {
      changedAt.delete(userId)
      changedAt.set(userId, nowMs())
      if (changedAt.size <= maxUsers) return
      const [[oldest, at]] = changedAt as unknown as [[number, number]]
      changedAt.delete(oldest)
      since = at
    },
    agoMs: (userId) => (since === undefined ? 0 : Math.floor(nowMs() - (changedAt.get(userId) ?? since))),
  }
}
