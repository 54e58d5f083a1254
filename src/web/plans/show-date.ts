import { formatDay, today } from '#shared/dates.ts'
import { getTimeZone } from '#web/lib/today.ts'

/** '2026-12-21T09:00:00Z' -> 'Dec 21, 2026', where the user is. */
export const formatDate = (instant: string): string => formatDay(today(new Date(instant), getTimeZone()))
