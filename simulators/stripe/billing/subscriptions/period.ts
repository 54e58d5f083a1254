const monthsIn = { month: 1, year: 12 } as const
export type Interval = keyof typeof monthsIn

/** `from` (unix seconds) and `count` calendar months later in UTC; in a shorter month its last day. */
const addMonths = (from: number, count: number): number => {
  const start = new Date(from * 1000)
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(start.getUTCMonth() + count)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(start.getUTCDate(), days))
  return Math.floor(moved.getTime() / 1000)
}

/**
 * When the period ends that begins at `start`. Counted from the `anchor`, so that a plan which began on the 31st is due on the 28th of
 * February and on the 31st of March. Unix seconds.
 */
export const periodEnd = (anchor: number, interval: Interval, start: number): number => {
  const step = monthsIn[interval]
  let count = step
  while (addMonths(anchor, count) <= start) count += step
  return addMonths(anchor, count)
}
