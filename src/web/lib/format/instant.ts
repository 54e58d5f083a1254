import { formatDay, today } from '#shared/dates.ts'
import { getTimeZone } from './today.ts'

/** In the user's time zone: '2026-01-05T14:32:00Z' -> 'Jan 05, 2026'. */
export const formatInstantDay = (instant: string): string => formatDay(today(new Date(instant), getTimeZone()))

/** In no time zone: '08:00' -> '8:00 AM'. */
export const formatTimeOfDay = (time: string): string =>
  new Date(`2026-01-01T${time}:00Z`).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** In the user's time zone: '2026-01-05T14:32:00Z' -> 'Jan 05, 2026, 14:32'. */
export const formatInstant = (instant: string): string => {
  const [at, timeZone] = [new Date(instant), getTimeZone()]
  return `${formatDay(today(at, timeZone))}, ${at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone })}`
}
