import { type Day, formatDay, isDay } from '#shared/dates.ts'
import { allTime, defaultPeriodDays, getLastDays, type Range, reportPeriods } from '#shared/periods.ts'
import { type Basis, bases, hasBasis, type ReportType, reportTypes } from '#shared/reports.ts'
import { readRowId } from '#shared/row-id.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useUrlParams } from '#web/lib/use-url-params.ts'

type ParamName = 'type' | 'period' | 'from' | 'to' | 'basis' | 'customer'

/** The page's state is in its URL: it survives a reload, a visit to a record, and sharing. */
export const useReportParams = () => {
  const { params, set } = useUrlParams<ParamName>()
  return { view: parseReportParams(params, getToday()), set }
}

export type ReportView = {
  type: ReportType
  /** One of `reportPeriods`, in days; undefined for a custom range. */
  days: number | undefined
  range: Range
  basis: Basis
  /** For the statement; null before a customer is chosen. */
  customerId: number | null
}

const among = <T extends string>(text: string | null, all: readonly T[], defaults: T): T => all.find((one) => one === text) ?? defaults

/** A balance is as of a day: for all time that is today, not the last supported day, on which every invoice would be long overdue. */
const untilToday: readonly ReportType[] = ['receivables', 'statement']

/** Missing or invalid parameters get their defaults. The range may be reversed: see `isRangeReversed`. */
export const parseReportParams = (params: URLSearchParams, today: Day): ReportView => {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isCustom = isDay(from) && isDay(to)
  const request = reportPeriods.find(({ days }) => String(days) === params.get('period'))?.days ?? defaultPeriodDays
  const type = among(params.get('type'), reportTypes, 'revenue')
  const isAll = from === allTime.from && to === allTime.to
  return {
    type,
    days: isCustom ? undefined : request,
    range: isCustom ? { from, to: isAll && untilToday.includes(type) ? today : to } : getLastDays(today, request),
    basis: among(params.get('basis'), bases, 'accrual'),
    customerId: readRowId(params.get('customer') ?? '') ?? null,
  }
}

export const isRangeReversed = ({ range }: ReportView): boolean => range.from > range.to

/** Undefined while a statement has no customer, or for a reversed range. */
export const toReportQuery = ({ type, range, basis, customerId }: ReportView) =>
  (type === 'statement' && customerId === null) || range.from > range.to
    ? undefined
    : { type, ...range, ...(hasBasis(type) ? { basis } : {}), ...(type === 'statement' && customerId !== null ? { customerId } : {}) }
export type ReportRequest = NonNullable<ReturnType<typeof toReportQuery>>

type Days = { from: string; to: string }

/** 'Jan 01, 2026 to Jan 31, 2026', 'Jan 05, 2026' for a single day, 'All time'. */
export const formatRange = ({ from, to }: Days): string => {
  if (from === allTime.from && to === allTime.to) return 'All time'
  if (from === allTime.from) return `Until ${formatDay(to)}`
  if (to === allTime.to) return `From ${formatDay(from)}`
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

export const formatAsOf = (to: string): string => (to === allTime.to ? 'All time' : `As of ${formatDay(to)}`)
