import { addDays, type Day, day } from './dates.ts'

export const frequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]
export const lastDayOfMonth = -1

/** A day that a month does not have is its last day, counted from the start each time, so that it never drifts. */
export type Recurrence = {
  startDay: Day
  frequency: Frequency
  every: number
  /** Weekly: 1 (Monday) to 7. Monthly: 1 to 31, or `lastDayOfMonth`. Empty for the start's own day, and for other frequencies. */
  onDays: readonly number[]
  untilDay: Day | null
}

const dayMs = 86_400_000
const lastYear = 9999
const toNumber = (of: Day): number => Date.parse(`${of}T00:00:00Z`) / dayMs
/** 1 (Monday) to 7; day 0, 1970-01-01, was a Thursday. */
const getWeekday = (of: Day): number => ((((toNumber(of) + 3) % 7) + 7) % 7) + 1
const pad = (n: number, width = 2) => String(n).padStart(width, '0')

const clipToMonth = (year: number, month: number, dayOfMonth: number): Day => {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const date = dayOfMonth === lastDayOfMonth ? length : Math.min(dayOfMonth, length)
  return day(`${pad(year, 4)}-${pad(month)}-${pad(date)}`)
}

/** In order and each once; some of the first period can be before the start. Null after the year 9999. */
const listPeriod = ({ startDay, frequency, every, onDays }: Recurrence, n: number): Day[] | null => {
  const [year, month, date] = startDay.split('-').map(Number) as [number, number, number]
  const step = n * every
  if (frequency === 'daily' || frequency === 'weekly') {
    const isWeekly = frequency === 'weekly'
    const weekdays = isWeekly && onDays.length > 0 ? onDays : [getWeekday(startDay)]
    const offsets = isWeekly ? weekdays.map((weekday) => step * 7 + weekday - getWeekday(startDay)) : [step]
    const days = [...new Set(offsets)].sort((a, b) => a - b)
    const isPastEnd = toNumber(startDay) + days.at(-1)! > toNumber(day('9999-12-31'))
    return isPastEnd ? null : days.map((offset) => addDays(startDay, offset))
  }
  const months = frequency === 'yearly' ? step * 12 : step
  const at = year * 12 + month - 1 + months
  const [inYear, inMonth] = [Math.floor(at / 12), (at % 12) + 1]
  if (inYear > lastYear) return null
  const dates = frequency === 'monthly' && onDays.length > 0 ? onDays : [date]
  return [...new Set(dates.map((each) => clipToMonth(inYear, inMonth, each)))].sort()
}

/** Not after the period with `from`, so that old schedules don't count from their start. */
const findPeriodBefore = ({ startDay, frequency, every }: Recurrence, from: Day): number => {
  if (from <= startDay) return 0
  const elapsed = toNumber(from) - toNumber(startDay)
  const longest = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[frequency]
  return Math.max(0, Math.floor(elapsed / (longest * every)) - 1)
}

/** In order. @param from may be one of them; days before the start never are */
export const listDays = (rule: Recurrence, from: Day, max: number): Day[] => {
  const first = from > rule.startDay ? from : rule.startDay
  const found: Day[] = []
  for (let n = findPeriodBefore(rule, first); found.length < max; n++) {
    const days = listPeriod(rule, n)
    if (days === null || (rule.untilDay !== null && days[0]! > rule.untilDay)) break
    found.push(...days.filter((each) => each >= first && (rule.untilDay === null || each <= rule.untilDay)))
  }
  return found.slice(0, max)
}
