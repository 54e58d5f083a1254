import { isOverdueSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { expenseAccountNumbers, moneyAccounts } from '#shared/accounts.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, parseCents, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { customerNameSql, selectLines, selectOpenLines } from './contributions.ts'

// The same sums as in sums.ts in a single statement that reads each line once. $1 is the user, $2 the first days of the periods and the day after the last of
// them, $3 today, $4 the last day on which an invoice counts as due soon.

/** The figures of the dashboard: money received and spent in all and by period, and what is due. */
export type Overview = {
  received: OverviewSums
  spent: OverviewSums
  /** Number of invoices with more payments than refunds in the last period. */
  invoicesPaid: number
  outstanding: Cents
  /** Number of invoices with a balance due. */
  pending: number
  overdue: OverviewDue
  dueSoon: OverviewDue
}
export type OverviewSums = { total: Cents; parts: Cents[] }
/** The number and the sum of all such invoices, and the first five of them. */
export type OverviewDue = {
  count: number
  sum: string
  rows: { id: number; invoiceNumber: string; customerName: string; dueDate: Day; balanceDue: string }[]
}

const soonDays = 7

const toText = (amount: string) => `${amount}::numeric(18,2)::text`

const received = (where: string) =>
  selectLines({ accounts: moneyAccounts, basis: 'accrual', sign: 1, where: `l.kind in ('payment', 'refund') and ${where}` })
const spent = (where: string) => selectLines({ accounts: expenseAccountNumbers, basis: 'accrual', sign: 1, where })

const inPeriods = 'l.day >= ($2::date[])[1] and l.day < ($2::date[])[cardinality($2::date[])]'
const inLastPeriod = 'l.day >= ($2::date[])[cardinality($2::date[]) - 1] and l.day < ($2::date[])[cardinality($2::date[])]'

const selectTotal = (lines: (where: string) => string) => `(select ${toText('coalesce(sum(amount), 0)')} from (${lines('true')}) l)`
const selectParts = (lines: (where: string) => string) =>
  `(select coalesce(json_agg(json_build_array(part, ${toText('amount')})), '[]')
    from (select width_bucket(day, $2::date[]) as part, sum(amount) as amount from (${lines(inPeriods)}) l group by 1) parts)`

/** The first five invoices with their numbers and customers. */
const selectRows = (condition: string) =>
  `(select coalesce(json_agg(shown), '[]') from (
      select o.id, i.number as "invoiceNumber", ${customerNameSql('i')} as "customerName", o.due_date as "dueDate",
             ${toText('o.due')} as "balanceDue"
      from (select * from open where ${condition} order by due_date, id limit 5) o
      join documents i on i.user_id = $1 and i.id = o.id
      order by o.due_date, o.id) shown)`

const selectDue = (condition: string) =>
  `json_build_object('count', count(*) filter (where ${condition}), 'sum', ${toText(`coalesce(sum(due) filter (where ${condition}), 0)`)}, 'rows', ${selectRows(condition)})`

const isLate = 'is_late'
const isSoon = 'not is_late and due_date <= $4'

const overview = `
  with due as (select doc as id, sum(amount) as due from (${selectOpenLines()}) l group by doc having sum(amount) > 0),
  open as materialized (
    select due.id, due.due, i.due_date, ${isOverdueSql('i', '$3')} as is_late from due join documents i on i.user_id = $1 and i.id = due.id)
  select ${selectTotal(received)} as "receivedTotal", ${selectParts(received)} as received, ${selectTotal(spent)} as "spentTotal", ${selectParts(spent)} as spent,
    (select count(*)::int from (select doc from (${received(inLastPeriod)}) l group by doc having sum(amount) > 0) paid) as "invoicesPaid",
    ${toText('coalesce(sum(due), 0)')} as outstanding, count(*)::int as pending, ${selectDue(isLate)} as overdue, ${selectDue(isSoon)} as "dueSoon"
  from open`

type Row = Omit<Overview, 'received' | 'spent' | 'outstanding'> & {
  received: [part: number, sum: string][]
  receivedTotal: string
  spent: [part: number, sum: string][]
  spentTotal: string
  outstanding: string
}

/** width_bucket counts from 1. */
const toSums = (total: string, rows: Row['received'], periods: readonly Range[]): OverviewSums => {
  const byPart = new Map(rows.map(([part, amount]) => [part, parseCents(amount)]))
  return { total: parseCents(total), parts: periods.map((_, index) => byPart.get(index + 1) ?? zero) }
}

/**
 * Reads the overview in one statement, so that its figures agree with each other.
 * @param periods adjacent periods, oldest first
 */
export const getOverview = async (db: UserDb, periods: readonly Range[], today: Day): Promise<Overview> => {
  const bounds = [...periods.map(({ from }) => from), addDays(periods.at(-1)!.to, 1)]
  const [row] = await db.rows<Row>(overview, [db.userId, bounds, today, addDays(today, soonDays)], 'dashboard.overview')
  const { received, receivedTotal, spent, spentTotal, outstanding, ...rest } = row!
  return {
    ...rest,
    received: toSums(receivedTotal, received, periods),
    spent: toSums(spentTotal, spent, periods),
    outstanding: parseCents(outstanding),
  }
}
