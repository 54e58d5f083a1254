import { addDays, type Day, formatDay, getMonthStart } from '#shared/dates.ts'
import type { Cents } from '#shared/money.ts'
import { allTime, getMonthEnd, type Range } from '#shared/periods.ts'
import { type AgeBucket, ageBucketLabels, type Basis } from '#shared/reports.ts'

/** Figures by their names in words: 'Sales of Nov 2025, accrual basis'. */
export type Figures = ReadonlyMap<string, Cents>

/** All time, cut into parts that lie side by side: what was before the twelve months that end with today's, each of these, and what comes after. */
export const getComparedPeriods = (today: Day): Range[] => {
  const first = getMonthStart(today, 11)
  const months = Array.from({ length: 12 }, (_, i) => getMonthStart(today, 11 - i)).map((from) => ({ from, to: getMonthEnd(from) }))
  const after = { from: addDays(getMonthEnd(today), 1), to: allTime.to }
  return [{ from: allTime.from, to: addDays(first, -1) }, ...months, after]
}

/** The days at whose ends balances are looked at: the ends of all but the first of these parts. */
export const getPeriodEnds = (parts: readonly Range[]): Day[] => parts.slice(1).map(({ to }) => to)

/** The days at whose ends customers' credit is looked at; on the cash basis, only the end of time. */
export const getCreditEnds = (parts: readonly Range[], basis: Basis): Day[] => getPeriodEnds(parts).slice(basis === 'cash' ? -1 : 0)

const basisWords: Record<Basis, string> = { accrual: 'accrual basis', cash: 'cash basis' }

const daysWords = ({ from, to }: Range) => {
  if (from === allTime.from) return `up to ${formatDay(to)}`
  if (to === allTime.to) return `from ${formatDay(from)} on`
  return `of ${formatDay(from).replace(/ \d\d,/, '')}`
}
const endWords = (end: Day) => (end === allTime.to ? 'in the end' : `on ${formatDay(end)}`)

/** What figures are called, the same on both sides of the comparison. */
export const figureLabels = {
  flow: (of: string, part: Range, basis?: Basis): string => `${of} ${daysWords(part)}${basis ? `, ${basisWords[basis]}` : ''}`,
  receivable: (end: Day, bucket: AgeBucket): string => `Receivables ${endWords(end)}, ${ageBucketLabels[bucket].toLowerCase()}`,
  credit: (end: Day, basis: Basis): string => `Customers’ credit ${endWords(end)}, ${basisWords[basis]}`,
}
