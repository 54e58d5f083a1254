import type { ListedRecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { type Day, formatDay, today } from '#shared/dates.ts'
import { listDays, type Recurrence } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'

export type Schedule = ListedRecurringInvoiceWire

const dayMs = 86_400_000
/** Beyond this a date says more than a number of days. */
const farDays = 60

/** 'today', 'in 5 days', '3 days ago'; undefined for a distant day. */
export const describeDistance = (day: string, from: string): string | undefined => {
  const days = (Date.parse(day) - Date.parse(from)) / dayMs
  if (Math.abs(days) > farDays) return undefined
  if (days === 0) return 'today'
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** In the schedule's time zone. */
export const describeNext = (nextDay: string, timeZone: string, now = new Date()) => ({
  day: formatDay(nextDay),
  distance: describeDistance(nextDay, today(now, timeZone)),
})

type Course = Recurrence & Pick<Schedule, 'maxCount' | 'madeCount' | 'nextDay' | 'time' | 'timeZone'>

/** More days than a daily schedule has in a lifetime of pauses; the server counts as far. */
const maxMissed = 10_000

const countLeft = ({ maxCount, madeCount }: Pick<Course, 'maxCount' | 'madeCount'>, atMost: number): number =>
  maxCount === null ? atMost : Math.max(0, Math.min(atMost, maxCount - madeCount))

/** The days from the next one on, as far as it ends. */
export const listComing = (schedule: Course, atMost: number): Day[] =>
  schedule.nextDay === null ? [] : listDays(schedule, schedule.nextDay, countLeft(schedule, atMost))

/** The days whose time has come and whose invoices do not exist, oldest first. */
export const listMissed = (schedule: Course, now = new Date()): Day[] => {
  const { nextDay, time, timeZone, untilDay } = schedule
  if (nextDay === null) return []
  const current = today(now, timeZone)
  const until = untilDay !== null && untilDay < current ? untilDay : current
  const days = listDays({ ...schedule, untilDay: until }, nextDay, countLeft(schedule, maxMissed))
  return days.filter((day) => day < current || toInstant(day, time, timeZone) <= now)
}

export const describeSending = ({ sendsInvoices }: Pick<Schedule, 'sendsInvoices'>): string =>
  sendsInvoices ? 'Sends automatically' : 'Creates drafts'
