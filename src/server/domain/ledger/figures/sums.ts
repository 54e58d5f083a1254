import { displayStatusSql, isOpenSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getExpenseAccount } from '#shared/accounts.ts'
import { addDays, type Day, getMonthStart } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { addUp, parseSum, type Sum, toSum } from '#shared/money.ts'
import { allTime, getMonthEnd, type Range } from '#shared/periods.ts'
import { type Figure, getFlow, type Query, selectContributions, selectLines, selectMonths } from './contributions.ts'

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

export const sumFigure = async (db: UserDb, figure: Figure, today: Day): Promise<Sum> => {
  const { text, values } = isInMonths(figure) ? selectSummary(db.userId, figure) : selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string }>(`select coalesce(sum(amount), 0.00)::text as sum from (${text}) c`, values)
  return parseSum(row!.sum)
}

/** Counts the invoices or expenses whose contributions are positive in sum: '5 invoices pending', '15 invoices paid'. */
export const countFigure = async (db: UserDb, figure: Figure, today: Day): Promise<{ sum: Sum; count: number }> => {
  const { text, values } = selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string; count: number }>(
    `select coalesce(sum(amount), 0)::text as sum, (count(*) filter (where amount > 0))::int as count
     from (select sum(amount) as amount from (${text}) c group by doc) d`,
    values,
  )
  return { sum: parseSum(row!.sum), count: row!.count }
}

const { accounts } = getFlow({ of: 'invoiced' })
const list = accounts.join(', ')

// Only the open invoices are looked up; all others that were issued are paid. The conditions on the lines are in the sum, so that the lines are found by their
// invoice.
const statusQuery = `
  select ${displayStatusSql('i', '$4::date')} as status,
    sum(case when l.kind <> 'invoice' or l.day not between $2 and $3 then 0
      else l.amount * ((l.credit_account in (${list}))::int - (l.debit_account in (${list}))::int) end)::text as sum
  from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
  where i.user_id = $1 and ${isOpenSql('i')} group by 1`

export const sumByStatus = async (db: UserDb, range: Range, today: Day): Promise<Map<InvoiceStatus, Sum>> => {
  const [open, all] = await Promise.all([
    db.rows<{ status: InvoiceStatus; sum: string }>(statusQuery, [db.userId, range.from, range.to, today], 'reports.by-status'),
    sumFigure(db, { of: 'invoiced', ...range }, today),
  ])
  const sums = new Map(open.map(({ status, sum: amount }) => [status, parseSum(amount)]))
  return sums.set('paid', toSum(all - addUp([...sums.values()])))
}
