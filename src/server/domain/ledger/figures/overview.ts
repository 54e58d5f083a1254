import { duePartSql } from '#server/domain/ledger/instalments-sql.ts'
import { isOverdueSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { addUp, noSum, parseSum, type Sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { customerNameSql, type Flow, getFlow, selectLines, selectMonths, selectOpenBalances } from './contributions.ts'

// The same sums as in sums.ts in a single statement. $1 is the user, $2 and $5 are the first and the last day of the last month, $3 is today, $4 the last day on
// which an invoice counts as due soon.

export type Overview = {
  received: OverviewSums
  spent: OverviewSums
  /** Number of invoices with more payments than refunds in the last period. */
  invoicesPaid: number
  outstanding: Sum
  pending: number
  overdue: OverviewDue
  dueSoon: OverviewDue
}
export type OverviewSums = { total: Sum; parts: Sum[] }
export type OverviewDue = {
  count: number
  sum: string
  /** Balances are in the currency of the invoice, sums in the home currency. Of an invoice with a schedule only these instalments count. */
  rows: { id: number; invoiceNumber: string; customerName: string; dueDate: Day; currency: Currency; balanceDue: string }[]
}

const soonDays = 7

const toText = (amount: string) => `${amount}::text`

const received: Flow = getFlow({ of: 'received' })
const spent: Flow = getFlow({ of: 'expenses' })

const selectByMonth = (flow: Flow) =>
  `(select coalesce(json_agg(json_build_array(day, ${toText('amount')})), '[]')
    from (select day, sum(amount) as amount from (${selectMonths(flow, 'true')}) l group by day) months)`

const inLastMonth = 'l.day between $2 and $5'

const selectRows = (condition: string) =>
  `(select coalesce(json_agg(shown), '[]') from (
      select o.id, i.number as "invoiceNumber", ${customerNameSql('i')} as "customerName", o.due_date as "dueDate",
             i.currency, ${toText(duePartSql('i', 'f.due_date between o.due_date and o.last_due_date'))} as "balanceDue"
      from (select id, min(due_date) as due_date, max(due_date) as last_due_date from open where ${condition} group by id order by 2, id limit 5) o
      join documents i on i.user_id = $1 and i.id = o.id
      order by o.due_date, o.id) shown)`

const selectDue = (condition: string) =>
  `json_build_object('count', count(distinct id) filter (where ${condition}), 'sum', ${toText(`coalesce(sum(due) filter (where ${condition}), 0)`)}, 'rows', ${selectRows(condition)})`

const isLate = 'is_late'
const isSoon = 'not is_late and due_date <= $4'

const overview = `
  with open as materialized (select o.*, ${isOverdueSql('o', '$3', 'o.due')} as is_late from (${selectOpenBalances}) o)
  select ${selectByMonth(received)} as received, ${selectByMonth(spent)} as spent,
    (select count(*)::int from (select doc from (${selectLines(received, inLastMonth)}) l group by doc having sum(amount) > 0) paid) as "invoicesPaid",
    ${toText('coalesce(sum(due), 0)')} as outstanding, count(distinct id)::int as pending, ${selectDue(isLate)} as overdue, ${selectDue(isSoon)} as "dueSoon"
  from open`

type MonthSums = [month: Day, sum: string][]
type Row = Omit<Overview, 'received' | 'spent' | 'outstanding'> & { received: MonthSums; spent: MonthSums; outstanding: string }

const toSums = (rows: MonthSums, months: readonly Range[]): OverviewSums => {
  const byMonth = new Map(rows.map(([month, amount]) => [month, parseSum(amount)]))
  return { total: addUp([...byMonth.values()]), parts: months.map(({ from }) => byMonth.get(from) ?? noSum) }
}

/** In one statement, so that its figures agree with each other. @param months adjacent whole months, oldest first */
export const getOverview = async (db: UserDb, months: readonly Range[], today: Day): Promise<Overview> => {
  const { from, to } = months.at(-1)!
  const [row] = await db.rows<Row>(overview, [db.userId, from, today, addDays(today, soonDays), to], 'dashboard.overview')
  const { received, spent, outstanding, ...rest } = row!
  return { ...rest, received: toSums(received, months), spent: toSums(spent, months), outstanding: parseSum(outstanding) }
}
