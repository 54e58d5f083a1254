import { isOverdueSql } from '#server/domain/documents/status-sql.ts'
import { selectPayments, selectPaymentsByDay, selectRefunds } from '#server/domain/ledger/money-sql.ts'
import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, parseCents, sum, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { customerNameSql } from './contributions.ts'

// The same sums as in sums.ts in a single statement that reads each row once, and looks up names only for the rows that are shown. $1 is the user, $2 the
// first days of the periods and the day after the last of them, $3 today, $4 the last day on which an invoice counts as due soon.

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

const selectSums = (days: string) =>
  `(select coalesce(json_agg(json_build_array(part, ${toText('net')})), '[]')
    from (select width_bucket(day, $2::date[]) as part, sum(net) as net from ${days} group by 1) parts)`

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

const inLastPart = (day: string) => `${day} >= ($2::date[])[cardinality($2::date[]) - 1] and ${day} < ($2::date[])[cardinality($2::date[])]`

const isLate = 'is_late and due > 0'
const isSoon = 'not is_late and due_date <= $4 and due > 0'

// Invoices that are not paid have no sales returns: their refunds are due again.
const overview = `
  with refund as materialized (
    ${selectRefunds()}
  ), received as (
    ${selectPaymentsByDay}
    union all
    select day, net from refund
  ), spent as (
    select expense_date as day, sum(amount) as net from expenses where user_id = $1 group by expense_date
  ), open as materialized (
    select i.id, i.due_date, ${isOverdueSql('i', '$3')} as is_late, greatest(i.total - ${paidSql('i')}, 0) as due
    from documents i where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is null and i.status in ('sent', 'overdue')
  )
  select ${selectSums('received')} as received, ${selectSums('spent')} as spent,
    (select count(*)::int from (
       select document_id from (
         select m.document_id, m.net from (${selectPayments({ day: inLastPart })}) m union all select document_id, net from refund where ${inLastPart('day')}) m
       group by document_id having sum(net) > 0) paid) as "invoicesPaid",
    ${toText('coalesce(sum(due), 0)')} as outstanding, (count(*) filter (where due > 0))::int as pending, ${selectDue(isLate)} as overdue, ${selectDue(isSoon)} as "dueSoon"
  from open`

type Row = Omit<Overview, 'received' | 'spent' | 'outstanding'> & {
  received: [part: number, sum: string][]
  spent: [part: number, sum: string][]
  outstanding: string
}

/** width_bucket counts what is before the first period as 0, and what is after the last as one more: both are in the total only. */
const toSums = (row: Row['received'], periods: readonly Range[]): OverviewSums => {
  const byPart = new Map(row.map(([part, amount]) => [part, parseCents(amount)]))
  return { total: sum([...byPart.values()]), parts: periods.map((_, index) => byPart.get(index + 1) ?? zero) }
}

/**
 * Reads the overview in one statement, so that its figures agree with each other.
 * @param periods adjacent periods, oldest first
 */
export const getOverview = async (db: UserDb, periods: readonly Range[], today: Day): Promise<Overview> => {
  const bounds = [...periods.map(({ from }) => from), addDays(periods.at(-1)!.to, 1)]
  const [row] = await db.rows<Row>(overview, [db.userId, bounds, today, addDays(today, soonDays)], 'dashboard.overview')
  const { received, spent, outstanding, ...rest } = row!
  return { ...rest, received: toSums(received, periods), spent: toSums(spent, periods), outstanding: parseCents(outstanding) }
}
