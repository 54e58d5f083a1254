import { addMonths, type Day, day, formatDay, isDay } from './dates.ts'

// Nearly always a day outside of these limits has a mistyped year, and it would count as paid, or as due, for good.

const firstDay: Day = day('1990-01-01')

/** 'money': paid, spent, written off or closed, so not in the future. 'document': at most five years ahead. */
export type DayKind = 'money' | 'document'

const monthsAhead = 60

let readToday: () => Day | null = () => null

export const setToday = (read: () => Day): void => {
  readToday = read
}

/** Where no today's date is known, as in a job, a day has no upper limit. @param parse must be synchronous */
export const withToday = <T>(today: Day, parse: () => T): T => {
  const before = readToday
  readToday = () => today
  try {
    return parse()
  } finally {
    readToday = before
  }
}

/** @param label the field's name in the message */
export const findDayProblem = (kind: DayKind, label: string, of: Day): string | undefined => {
  if (of < firstDay) return `${label} must not be before ${formatDay(firstDay)}: check the year`
  const today = readToday()
  if (today === null) return undefined
  if (kind === 'money') return of > today ? `${label} must not be after today, ${formatDay(today)}` : undefined
  const last = addMonths(today, monthsAhead)
  return of > last ? `${label} must be at most five years ahead, until ${formatDay(last)}: check the year` : undefined
}

/** Warns without refusing. */
export const findFarDayWarning = (text: string, today: Day): string | undefined => {
  if (!isDay(text)) return undefined
  if (text <= addMonths(today, -12)) return 'A year ago or more: is the year right?'
  return text >= addMonths(today, 12) ? 'A year ahead or more: is the year right?' : undefined
}
