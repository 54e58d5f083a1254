import { formatDay } from './dates.ts'
import { type Frequency, lastDayOfMonth, type Recurrence } from './recurrence.ts'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

const units: Record<Frequency, string> = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' }

const describeInterval = (frequency: Frequency, every: number): string =>
  every === 1 ? `Every ${units[frequency]}` : `Every ${every.toLocaleString('en-US')} ${units[frequency]}s`

const toOrdinal = (n: number): string => {
  const suffix = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${suffix}`
}

const join = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const describeDayOfMonth = (n: number): string => {
  if (n === lastDayOfMonth) return 'last day'
  // No other month is that long, so that it says what happens in the others.
  return n === 31 ? '31st (last day)' : toOrdinal(n)
}

const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

type Rule = Pick<Recurrence, 'frequency' | 'every' | 'onDays'> & { startDay: string }

/** 'Every month on the 31st (last day)', 'Every 2 weeks on Monday and Friday'. */
export const describeDays = ({ startDay, frequency, every, onDays }: Rule): string => {
  const interval = describeInterval(frequency, every)
  const date = Number(startDay.slice(8, 10))
  if (frequency === 'daily') return interval
  if (frequency === 'weekly')
    return `${interval} on ${join((onDays.length > 0 ? onDays : [getWeekday(startDay)]).map((n) => weekdayNames[n - 1]!))}`
  if (frequency === 'monthly') {
    const last = onDays.filter((n) => n === lastDayOfMonth)
    return `${interval} on the ${join([...(onDays.length > 0 ? onDays : [date]).filter((n) => n !== lastDayOfMonth), ...last].map(describeDayOfMonth))}`
  }
  const month = months[Number(startDay.slice(5, 7)) - 1]!
  return `${interval} on ${month} ${date}${date === 29 && month === 'February' ? ' (last day)' : ''}`
}

type Ends = { untilDay: string | null; maxCount: number | null }

export const describeEnd = ({ untilDay, maxCount }: Ends): string | undefined => {
  if (untilDay !== null) return `until ${formatDay(untilDay)}`
  if (maxCount === null) return undefined
  return maxCount === 1 ? '1 invoice' : `${maxCount.toLocaleString('en-US')} invoices`
}

export const describeSchedule = (schedule: Rule & Ends): string => {
  const end = describeEnd(schedule)
  return `${describeDays(schedule)}${end ? `, ${end}` : ''}`
}
