import { addDays, type Day, getMonthStart } from '#shared/dates.ts'
import { formatMonth } from '#web/lib/format/month.ts'

/** How many months back the books can be closed through. */
const months = 24

/** Of ended months that are not closed yet, newest first. */
export const listMonthEnds = (today: Day, closedThrough: string | null): { day: Day; label: string }[] =>
  Array.from({ length: months }, (_, back) => addDays(getMonthStart(today, back), -1))
    .filter((day) => closedThrough === null || day > closedThrough)
    .map((day) => ({ day, label: `${formatMonth(day)}${day.endsWith('-12-31') ? ' (end of year)' : ''}` }))
