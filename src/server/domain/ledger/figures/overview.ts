import { isOverdueSql } from '#server/domain/documents/status-sql.ts'
import { selectPayments, selectRefunds } from '#server/domain/ledger/money-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, parseCents, sum, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'

// The same sums as those of figures.ts, all at once: one look at each row, names only of the few rows that are shown. $1 is the user, $2 the first days of the
// parts and the day after the last of them, $3 today, $4 the last day that counts as soon.

/** How an account stands: what came and went in each part of a time and in all, and what is asked for. */
export type Overview = {
  received: OverviewSums
  spent: OverviewSums
  /** Invoices of which more came in the last part than went back. */
  invoicesPaid: number
  outstanding: Cents
  /** Invoices that ask for something. */
  pending: number
  overdue: OverviewDue
  dueSoon: OverviewDue
}
export type OverviewSums = { total: Cents; parts: Cents[] }
/** At most five rows, and what all of them come to. */
export type OverviewDue = {
  count: number
  sum: string
  rows: { id: number; invoiceNumber: string; customerName: string; dueDate: Day; balanceDue: string }[]
}

const soonDays = 7

const text = (amount: string) => `${amount}::numeric(18,2)::text`

const sumsOf = (days: string) =>
  `(select coalesce(json_agg(json_build_array(part, ${text('net')})), '[]')
    from (select width_bucket(day, $2::date[]) as part, sum(net) as net from ${days} group by 1) parts)`

/** The first five of them in words. */
const shown = (condition: string) =>
  `(select coalesce(json_agg(shown), '[]') from (
      select o.id, i.invoice_number as "invoiceNumber", coalesce(i.customer_as_sent ->> 'name', c.name) as "customerName", o.due_date as "dueDate",
             ${text('o.due')} as "balanceDue"
      from (select * from open where ${condition} order by due_date, id limit 5) o
      join invoices i on i.user_id = $1 and i.id = o.id left join customers c on c.user_id = $1 and c.id = i.customer_id
      order by o.due_date, o.id) shown)`

const due = (condition: string) =>
  `json_build_object('count', count(*) filter (where ${condition}), 'sum', ${text(`coalesce(sum(due) filter (where ${condition}), 0)`)}, 'rows', ${shown(condition)})`

const inLastPart = (day: string) => `${day} >= ($2::date[])[cardinality($2::date[]) - 1] and ${day} < ($2::date[])[cardinality($2::date[])]`

const isLate = 'is_late and due > 0'
const isSoon = 'not is_late and due_date <= $4 and due > 0'

// Of invoices that aren't paid nothing was let go of: they ask for what went back.
const overview = `
  with back as materialized (
    ${selectRefunds()}
  ), received as (
    select m.day, sum(m.net) as net from (${selectPayments()}) m group by m.day
    union all
    select day, sum(net) from back group by day
  ), spent as (
    select expense_date as day, sum(amount) as net from expenses where user_id = $1 group by expense_date
  ), open as materialized (
    select i.id, i.due_date, ${isOverdueSql('i', '$3')} as is_late, greatest(i.total - coalesce(came.net, 0) - coalesce(gone.net, 0), 0) as due
    from invoices i
    left join lateral (select sum(m.net) as net from (${selectPayments({ invoice: (id) => `${id} = i.id` })}) m) came on true
    left join (select invoice_id, sum(net) as net from back group by invoice_id) gone on gone.invoice_id = i.id
    where i.user_id = $1 and i.deleted_at is null and i.status in ('sent', 'overdue')
  )
  select ${sumsOf('received')} as received, ${sumsOf('spent')} as spent,
    (select count(*)::int from (
       select invoice_id from (
         select m.invoice_id, m.net from (${selectPayments({ day: inLastPart })}) m union all select invoice_id, net from back where ${inLastPart('day')}) m
       group by invoice_id having sum(net) > 0) paid) as "invoicesPaid",
    ${text('coalesce(sum(due), 0)')} as outstanding, (count(*) filter (where due > 0))::int as pending, ${due(isLate)} as overdue, ${due(isSoon)} as "dueSoon"
  from open`

type Found = Omit<Overview, 'received' | 'spent' | 'outstanding'> & {
  received: [part: number, sum: string][]
  spent: [part: number, sum: string][]
  outstanding: string
}

/** What lies before the first part is counted as part 0, what lies after the last as one more: both are in the total only. */
const sums = (found: Found['received'], parts: readonly Range[]): OverviewSums => {
  const of = new Map(found.map(([part, amount]) => [part, parseCents(amount)]))
  return { total: sum([...of.values()]), parts: parts.map((_, index) => of.get(index + 1) ?? zero) }
}

/**
 * Reads it in one statement, so that its figures agree with one another.
 * @param parts of time, side by side, oldest first
 */
export const getOverview = async (db: UserDb, parts: readonly Range[], today: Day): Promise<Overview> => {
  const bounds = [...parts.map(({ from }) => from), addDays(parts.at(-1)!.to, 1)]
  // Without a name: a plan that suits most accounts suits a large one badly, and the other way round.
  const [row] = await db.rows<Found>(overview, [db.userId, bounds, today, addDays(today, soonDays)])
  const { received, spent, outstanding, ...rest } = row!
  return { ...rest, received: sums(received, parts), spent: sums(spent, parts), outstanding: parseCents(outstanding) }
}
