import { showDay, today } from '#shared/dates.ts'

/** '2026-01-05T14:32:00Z' -> 'Jan 05, 2026, 14:32', by this browser's clock and habits. */
export const showInstant = (instant: string): string => {
  const at = new Date(instant)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return `${showDay(today(at, Intl.DateTimeFormat().resolvedOptions().timeZone))}, ${time}`
}
