/** Counts what each user did of late: whoever asks too often is told no. Kept in memory, since a restart may well forgive. */
export const createAllowance = ({ max, perMs }: { max: number; perMs: number }) => {
  let since = Number.NEGATIVE_INFINITY
  let counts = new Map<number, number>()
  return (userId: number, at: number): boolean => {
    if (at - since >= perMs || at < since) {
      since = at
      counts = new Map()
    }
    const count = (counts.get(userId) ?? 0) + 1
    counts.set(userId, count)
    return count <= max
  }
}
