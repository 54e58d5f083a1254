import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import type { ListedRecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { type Day, formatDay, today } from '#shared/dates.ts'
import { listDays, type Recurrence } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { getScheduleState, type ScheduleState } from '#web/documents/list/schedule-badge.tsx'
import type { ListSource } from '#web/entity/entity.ts'
import { call } from '#web/lib/api/client.ts'

export type Schedule = ListedRecurringInvoiceWire

export const stateFilters: readonly (readonly [value: ScheduleState | '', label: string])[] = [
  ['', 'All'],
  ['active', 'Active'],
  ['waiting', 'Waiting'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
]

/** What needs the owner comes first. The others keep their order: by the next day, ended ones last. */
const sortByUrgency = (rows: readonly Schedule[]): Schedule[] =>
  rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))

const loadAll = (signal: AbortSignal) => call(recurringInvoiceEndpoints.list, { query: {}, signal })

/** An account has a bounded number of them, so that they come in one page. */
export const scheduleList: ListSource<Schedule> = {
  path: apiPaths.recurringInvoices,
  list: async ({ filter: { status } }, signal) => ({
    rows: sortByUrgency(await loadAll(signal)).filter((row) => !status || getScheduleState(row) === status),
    next: null,
  }),
  summary: async (_, signal) => {
    const rows = await loadAll(signal)
    const byStatus = stateFilters
      .filter(([state]) => state !== '')
      .map(([state]) => ({ status: state, count: rows.filter((row) => getScheduleState(row) === state).length, total: '0' }))
    return { count: rows.length, byStatus }
  },
  summarize: (rows) => ({ count: rows.length }),
  searchIn: ({ customerName, firstLine }) => [customerName, firstLine],
}

export const scheduleOffers = {
  sorts: [{ value: 'nextDay', label: 'Next first' }],
  filters: { status: (value: string) => stateFilters.some(([state]) => state !== '' && state === value) },
}

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
