import { showDay, today } from '#shared/dates.ts'
import { zoneHere } from '#web/lib/today.ts'

/** '2026-12-21T09:00:00Z' -> 'Dec 21, 2026', where the user is. */
export const showDate = (instant: string): string => showDay(today(new Date(instant), zoneHere()))
