import type { Day } from './dates.ts'

const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
const getFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  })
  formats.set(timeZone, made)
  return made
}

/** In milliseconds since 1970 of a clock that shows UTC. */
const readWallClock = (instant: number, timeZone: string): number => {
  const parts: Record<string, number> = {}
  for (const { type, value } of getFormat(timeZone).formatToParts(instant)) if (type !== 'literal') parts[type] = Number(value)
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second)
}

/**
 * The first instant at which a clock shows the day and time, or a later one: a time that the clock skips gives the end of the gap, and a
 * time that it shows twice gives the first of them. @param time "08:30" @throws RangeError when the runtime does not know the time zone
 */
export const toInstant = (day: Day, time: string, timeZone: string): Date => {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // No zone is more than a day away from UTC, and none changes its offset twice within two days.
  const [before, after] = [wanted - dayMs, wanted + dayMs]
  const candidates = [before, after].map((near) => wanted - (readWallClock(near, timeZone) - near))
  const exact = candidates.filter((instant) => readWallClock(instant, timeZone) === wanted)
  if (exact.length > 0) return new Date(Math.min(...exact))
  // The time is skipped: find the end of the gap, where the clock jumps past it.
  let [low, high] = [before, after]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (readWallClock(middle, timeZone) < wanted) low = middle
    else high = middle
  }
  return new Date(high)
}
