import { useSearchParams } from 'wouter'
import { type Day, isDay } from '#shared/dates.ts'
import { allTime, defaultPeriodDays, getLastDays, type Range, reportPeriods } from '#shared/periods.ts'
import { type Basis, bases, hasBasis, type ReportType, reportTypes } from '#shared/reports.ts'
import { getToday } from '#web/lib/format/today.ts'

/** The address's words for what it shows. '' takes one away. */
type Changes = Partial<Record<'type' | 'period' | 'from' | 'to' | 'basis' | 'customer', string>>

/** What the page shows is in its address: it is there again after a reload, a look at a record, or for a colleague. */
export const useReportParams = (): { shown: ReportView; set: (changes: Changes) => void } => {
  const [params, setParams] = useSearchParams()
  return {
    shown: parseReportParams(params, getToday()),
    set: (changes) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(changes))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

/** Which report a page shows. */
export type ReportView = {
  type: ReportType
  /** One of `reportPeriods`, in days; undefined for a range of the user's own. */
  days: number | undefined
  range: Range
  basis: Basis
  /** Of the statement; null before somebody is chosen. */
  customerId: number | null
}

const among = <T extends string>(text: string | null, all: readonly T[], usual: T): T => all.find((one) => one === text) ?? usual

/** What is owed is owed on a day: of all time that is today, and not the last day there is, when every invoice is long overdue. */
const untilToday: readonly ReportType[] = ['receivables', 'statement']

/** Reads the page's address; what it doesn't say, or says wrongly, is as usual. A range that ends before it starts is one that `isBackwards` tells. */
export const parseReportParams = (params: URLSearchParams, today: Day): ReportView => {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isCustom = isDay(from) && isDay(to)
  const asked = reportPeriods.find(({ days }) => String(days) === params.get('period'))?.days ?? defaultPeriodDays
  const customer = params.get('customer') ?? ''
  const type = among(params.get('type'), reportTypes, 'revenue')
  const isAll = from === allTime.from && to === allTime.to
  return {
    type,
    days: isCustom ? undefined : asked,
    range: isCustom ? { from, to: isAll && untilToday.includes(type) ? today : to } : getLastDays(today, asked),
    basis: among(params.get('basis'), bases, 'accrual'),
    customerId: /^[1-9]\d{0,9}$/.test(customer) ? Number(customer) : null,
  }
}

/** Whether the range ends before it starts: no report has such days. */
export const isRangeReversed = ({ range }: ReportView): boolean => range.from > range.to

/** What the server is asked for; nothing while a statement has no customer, or of days that can't be. */
export const toReportQuery = ({ type, range, basis, customerId }: ReportView) =>
  (type === 'statement' && customerId === null) || range.from > range.to
    ? undefined
    : { type, ...range, ...(hasBasis(type) ? { basis } : {}), ...(type === 'statement' && customerId !== null ? { customerId } : {}) }
export type ReportRequest = NonNullable<ReturnType<typeof toReportQuery>>
