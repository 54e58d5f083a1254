import { type Day, today } from '#shared/dates.ts'

const dayMs = 86_400_000

/**
 * When the day begins in an IANA zone. Asked of the machine's own calendar and not of the database: the two don't know the same zones, and
 * read '+05:30' in opposite ways.
 */
export const getDayStart = (day: Day, timeZone: string): Date => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // No zone is more than 14 hours away from UTC.
  let [before, there] = [noon - 2 * dayMs, noon + dayMs]
  while (there - before > 1) {
    const middle = Math.floor((before + there) / 2)
    if (today(new Date(middle), timeZone) < day) before = middle
    else there = middle
  }
  return new Date(there)
}
