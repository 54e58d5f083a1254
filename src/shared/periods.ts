import { addDays, type Day, day, getMonthStart } from './dates.ts'

/** Both ends included. */
export type Range = { from: Day; to: Day }

export const reportPeriods = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last year' },
] as const
export const defaultPeriodDays = 30

export const allTime: Range = { from: day('1900-01-01'), to: day('9999-12-31') }

export const getLastDays = (today: Day, days: number): Range => ({ from: addDays(today, 1 - days), to: today })

const dayNumber = (of: Day) => Math.round(Date.parse(`${of}T00:00:00Z`) / 86_400_000)

/** Both ends included. */
export const countDays = ({ from, to }: Range): number => dayNumber(to) - dayNumber(from) + 1

const monthNumber = (of: Day) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7)) - 1

export const getMonthEnd = (of: Day): Day => (getMonthStart(of) === '9999-12-01' ? allTime.to : addDays(getMonthStart(of, -1), -1))

const isWholeMonths = ({ from, to }: Range) => from === getMonthStart(from) && to === getMonthEnd(to)

/**
 * As many months for whole calendar months (February for March), else as many days; null when it would start before the first possible day.
 */
export const getPreviousRange = (range: Range): Range | null => {
  const { from, to } = range
  if (from === allTime.from) return null
  const end = addDays(from, -1)
  if (isWholeMonths(range)) {
    const months = monthNumber(to) - monthNumber(from) + 1
    return monthNumber(from) - months < monthNumber(allTime.from) ? null : { from: getMonthStart(from, months), to: end }
  }
  const length = countDays(range)
  return dayNumber(from) - length < dayNumber(allTime.from) ? null : { from: addDays(from, -length), to: end }
}

export type Step = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** At most about 40 parts (100 for centuries). */
export const chooseStep = (range: Range): Step => {
  const days = countDays(range)
  return days <= 31 ? 'day' : days <= 120 ? 'week' : days <= 3 * 366 ? 'month' : days <= 8 * 366 ? 'quarter' : 'year'
}

/** Weeks start on Monday. */
export const getStepStart = (step: Step, of: Day): Day => {
  if (step === 'year') return day(`${of.slice(0, 4)}-01-01`)
  if (step === 'quarter') return getMonthStart(of, (Number(of.slice(5, 7)) - 1) % 3)
  if (step === 'month') return getMonthStart(of)
  if (step === 'day') return of
  const back = (new Date(`${of}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayNumber(of) - back < dayNumber(allTime.from) ? allTime.from : addDays(of, -back)
}

/** At most the last possible day. */
const getStepEnd = (step: Step, start: Day): Day => {
  if (step === 'day') return start
  if (step === 'week') return dayNumber(start) + 6 > dayNumber(allTime.to) ? allTime.to : addDays(start, 6)
  const months = { month: 1, quarter: 3, year: 12 }[step]
  return monthNumber(start) + months > monthNumber(allTime.to) ? allTime.to : addDays(getMonthStart(start, -months), -1)
}

export const maxParts = 400

/** The first and the last part are clipped to the range. @throws RangeError for more than `maxParts` parts */
export const splitRange = ({ from, to }: Range, step: Step = chooseStep({ from, to })): Range[] => {
  const parts: Range[] = []
  for (let start = getStepStart(step, from); ; ) {
    const end = getStepEnd(step, start)
    if (parts.length === maxParts) throw new RangeError(`more than ${maxParts} parts`)
    parts.push({ from: start < from ? from : start, to: end > to ? to : end })
    if (end >= to) return parts
    start = addDays(end, 1)
  }
}
