import { addDays, type Day, monthStart, showDay } from '#shared/dates.ts'
import type { Cents } from '#shared/money.ts'
import { everything, monthEnd, type Range } from '#shared/periods.ts'
import { type AgeBucket, ageWords, type Basis } from '#shared/reports.ts'

/** Figures by their names in words: 'Sales of Nov 2025, accrual basis'. */
export type Figures = ReadonlyMap<string, Cents>

/** All time, cut into parts that lie side by side: what was before the twelve months that end with today's, each of these, and what comes after. */
export const partsOfAllTime = (today: Day): Range[] => {
  const first = monthStart(today, 11)
  const months = Array.from({ length: 12 }, (_, i) => monthStart(today, 11 - i)).map((from) => ({ from, to: monthEnd(from) }))
  const after = { from: addDays(monthEnd(today), 1), to: everything.to }
  return [{ from: everything.from, to: addDays(first, -1) }, ...months, after]
}

/** The days at whose ends balances are looked at: the ends of all but the first of these parts. */
export const endsOf = (parts: readonly Range[]): Day[] => parts.slice(1).map(({ to }) => to)

/** The days at whose ends customers' credit is looked at; on the cash basis, only the end of time. */
export const creditEndsOf = (parts: readonly Range[], basis: Basis): Day[] => endsOf(parts).slice(basis === 'cash' ? -1 : 0)

const basisWords: Record<Basis, string> = { accrual: 'accrual basis', cash: 'cash basis' }

const daysWords = ({ from, to }: Range) => {
  if (from === everything.from) return `up to ${showDay(to)}`
  if (to === everything.to) return `from ${showDay(from)} on`
  return `of ${showDay(from).replace(/ \d\d,/, '')}`
}
const endWords = (end: Day) => (end === everything.to ? 'in the end' : `on ${showDay(end)}`)

/** What figures are called, the same on both sides of the comparison. */
export const names = {
  flow: (of: string, part: Range, basis?: Basis): string => `${of} ${daysWords(part)}${basis ? `, ${basisWords[basis]}` : ''}`,
  receivable: (end: Day, bucket: AgeBucket): string => `Receivables ${endWords(end)}, ${ageWords[bucket].toLowerCase()}`,
  credit: (end: Day, basis: Basis): string => `Customers’ credit ${endWords(end)}, ${basisWords[basis]}`,
}
