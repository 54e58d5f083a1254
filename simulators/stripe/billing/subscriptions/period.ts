const monthsIn = { month: 1, year: 12 } as const
type Interval = keyof typeof monthsIn

/** Calendar months in UTC, on the last day of a shorter month. Unix seconds. */
const addMonths = (from: number, count: number): number => {
  const start = new Date(from * 1000)
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(start.getUTCMonth() + count)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(start.getUTCDate(), days))
  return Math.floor(moved.getTime() / 1000)
}

/** Months are counted from the `anchor`, so that a plan which started on the 31st renews on February 28 and on March 31. Unix seconds. */
export const getPeriodEnd = (anchor: number, interval: Interval, start: number): number => {
  const step = monthsIn[interval]
  let count = step
  while (addMonths(anchor, count) <= start) count += step
  return addMonths(anchor, count)
}
