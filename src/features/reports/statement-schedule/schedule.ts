import { addDays, type Day, getMonthStart, today } from '#shared/dates.ts'
import { getMonthEnd } from '#shared/periods.ts'
import { lastDayOfMonth } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'

export type Schedule = { dayOfMonth: number; time: string; timeZone: string; enabledAt: Date }
/** `period` is the first day of the month; statements are sent in the month after it. */
export type Due = { period: Day; at: Date }

const getRunAt = ({ dayOfMonth, time, timeZone }: Schedule, month: Day): Date =>
  toInstant(dayOfMonth === lastDayOfMonth ? getMonthEnd(month) : addDays(month, dayOfMonth - 1), time, timeZone)

/** The first after it was switched on and after the last ones. @param last the last month that was sent or left out */
export const findNext = (schedule: Schedule, last: Day | null): Due => {
  const enabled = getMonthStart(today(schedule.enabledAt, schedule.timeZone))
  const first = getRunAt(schedule, enabled) > schedule.enabledAt ? enabled : getMonthStart(enabled, -1)
  const afterLast = last && getMonthStart(last, -2)
  const month = afterLast && afterLast > first ? afterLast : first
  return { period: getMonthStart(month, 1), at: getRunAt(schedule, month) }
}

export const listDue = (schedule: Schedule, last: Day | null, now: Date): Due[] => {
  const due: Due[] = []
  for (let next = findNext(schedule, last); next.at <= now; next = findNext(schedule, next.period)) due.push(next)
  return due
}
