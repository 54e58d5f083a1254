import { addDays, type Day, formatDay, getMonthStart } from '#shared/dates.ts'
import { formatAmount, type Sum } from '#shared/money.ts'
import { allTime, getMonthEnd, type Range } from '#shared/periods.ts'
import { type AgeBucket, ageBucketLabels, type Basis } from '#shared/reports.ts'
import type { CheckResult } from './row-check.ts'

/** By label, for example 'Sales of Nov 2025, accrual basis'. */
export type Figures = ReadonlyMap<string, Sum>

export const getComparedPeriods = (today: Day): Range[] => {
  const first = getMonthStart(today, 11)
  const months = Array.from({ length: 12 }, (_, i) => getMonthStart(today, 11 - i)).map((from) => ({ from, to: getMonthEnd(from) }))
  const after = { from: addDays(getMonthEnd(today), 1), to: allTime.to }
  return [{ from: allTime.from, to: addDays(first, -1) }, ...months, after]
}

/** Of all periods but the first: balances are compared at these ends. */
export const getPeriodEnds = (periods: readonly Range[]): Day[] => periods.slice(1).map(({ to }) => to)

/** On a cash basis only the end of the last period. */
export const getCreditEnds = (periods: readonly Range[], basis: Basis): Day[] => getPeriodEnds(periods).slice(basis === 'cash' ? -1 : 0)

const basisLabels: Record<Basis, string> = { accrual: 'accrual basis', cash: 'cash basis' }

const formatPeriod = ({ from, to }: Range) => {
  if (from === allTime.from) return `up to ${formatDay(to)}`
  if (to === allTime.to) return `from ${formatDay(from)} on`
  return `of ${formatDay(from).replace(/ \d\d,/, '')}`
}
const formatEnd = (end: Day) => (end === allTime.to ? 'in the end' : `on ${formatDay(end)}`)

export const figureLabels = {
  flow: (of: string, period: Range, basis?: Basis): string => `${of} ${formatPeriod(period)}${basis ? `, ${basisLabels[basis]}` : ''}`,
  receivable: (end: Day, bucket: AgeBucket): string => `Receivables ${formatEnd(end)}, ${ageBucketLabels[bucket].toLowerCase()}`,
  credit: (end: Day, basis: Basis): string => `Customers’ credit ${formatEnd(end)}, ${basisLabels[basis]}`,
}

export type FigureDiscrepancy = { row: string; problem: string; path: string }

export const compareFigures = (actual: Figures, expected: Figures, path: string): CheckResult<FigureDiscrepancy> => {
  const findings: FigureDiscrepancy[] = []
  for (const [row, actualAmount] of actual) {
    const expectedAmount = expected.get(row)
    if (actualAmount === expectedAmount) continue
    const problem = `It says ${formatAmount(actualAmount)}, but the journal comes to ${expectedAmount === undefined ? 'nothing' : formatAmount(expectedAmount)}.`
    findings.push({ row, problem, path })
  }
  return { looked: actual.size, wrong: findings.length, findings }
}
