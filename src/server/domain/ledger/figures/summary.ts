import { getExpenseAccount } from '#shared/accounts.ts'
import { addDays, getMonthStart } from '#shared/dates.ts'
import { allTime, getMonthEnd } from '#shared/periods.ts'
import { type Figure, getFlow, type Query, selectLines, selectMonths } from './contributions.ts'

/** Whether the months have all that the figure is filtered by. */
export const isInMonths = ({ of, customerId, rate, taxRateId, taxComponent, status, bucket, currency }: Figure): boolean =>
  of !== 'taxBase' && [customerId, rate, taxRateId, taxComponent, status, bucket, currency].every((filter) => filter === undefined)

/** Whole months, each on its first day, and the lines of the days beside them. Only for figures that `isInMonths`. */
export const selectSummary = (userId: number, figure: Figure, values: unknown[] = [userId]): Query => {
  const addValue = (value: unknown) => `$${values.push(value)}::date`
  const flow = getFlow(figure)
  const accounts = figure.of === 'expenses' && figure.category !== undefined ? [getExpenseAccount(figure.category)] : flow.accounts
  const lines = (where: string) => `select l.day, l.account, l.amount from (${selectLines({ ...flow, accounts }, where)}) l`
  const { to } = figure
  const from = figure.of === 'receivable' || figure.of === 'credit' ? allTime.from : figure.from
  const linesOnly = () => ({ text: lines(`l.day between ${addValue(from)} and ${addValue(to)}`), values })
  // A part of one month; the last month of all has no next one.
  const isWhole = from === getMonthStart(from) && to === getMonthEnd(to)
  if (getMonthStart(from) === getMonthStart(to) && !isWhole) return linesOnly()
  const firstMonth = getMonthStart(from) === from ? from : addDays(getMonthEnd(from), 1)
  const lastMonth = getMonthEnd(to) === to ? getMonthStart(to) : getMonthStart(to, 1)
  if (firstMonth > lastMonth) return linesOnly()
  const parts = [selectMonths({ ...flow, accounts }, `l.month between ${addValue(firstMonth)} and ${addValue(lastMonth)}`)]
  if (from < firstMonth) parts.push(lines(`l.day >= ${addValue(from)} and l.day < ${addValue(firstMonth)}`))
  if (to > getMonthEnd(lastMonth)) parts.push(lines(`l.day > ${addValue(getMonthEnd(lastMonth))} and l.day <= ${addValue(to)}`))
  return { text: parts.join(' union all '), values }
}
