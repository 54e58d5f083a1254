import { customerIdSql } from '#server/domain/ledger/figures/contributions.ts'
import { isIssuedSql, movementOrder, selectMovements } from '#server/domain/ledger/money-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { cents, parseCents, parseFixed } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { JournalEvent } from './entry.ts'

/** Whom invoices are for, each by one name: that on his record, or on the newest paper that remembers a customer who was deleted. */
const customers = `
  select who.id, coalesce(c.name, (select i.customer_as_sent ->> 'name' from invoices i
    where i.user_id = $1 and i.former_customer_id = who.id and i.customer_as_sent is not null order by i.id desc limit 1), 'Deleted customer') as name
  from (select distinct ${customerIdSql('i')} as id from invoices i where i.user_id = $1) who
  left join customers c on c.user_id = $1 and c.id = who.id`

// Running sums come from the window, so that a part of the journal says the same as the whole.
const events = `
  with happened as (
    select 'invoice' as kind, i.id as ref, i.id as invoice_id, i.issue_date as day, 0::numeric as net, 0::numeric as back, null as provider
    from invoices i where i.user_id = $1 and ${isIssuedSql('i')}
    union all ${selectMovements()}),
  running as (
    select h.*, bool_or(h.kind = 'invoice') over so_far as is_asked, sum(h.net) over so_far as net_after, sum(h.back) over so_far as back_after,
           sum(h.net + h.back) over (partition by h.invoice_id) as taken
    from happened h window so_far as (partition by h.invoice_id order by ${movementOrder} rows unbounded preceding)),
  who as materialized (${customers})
  select r.kind, r.ref, r.day, r.provider, i.id, i.invoice_number as number, who.id as "customerId", coalesce(who.name, 'Deleted customer') as name,
         i.due_date as "dueDate", i.total::text, i.tax_amount::text as tax, i.tax_rate::text as rate, ${isIssuedSql('i')} as "isIssued",
         i.status = 'paid' as "isPaid", r.taken::text, r.is_asked as "isAsked", r.net::text, r.back::text, r.net_after::text as "netAfter",
         r.back_after::text as "backAfter", null as category, null as description, null as vendor
  from running r
  join invoices i on i.user_id = $1 and i.id = r.invoice_id
  left join who on who.id = ${customerIdSql('i')}
  where r.day between $2 and $3
  union all
  select 'expense', x.id, x.expense_date, null, null, null, null, null, null, x.amount::text, null, null, null, null, null, null, null, null, null, null,
         x.category, x.description, x.vendor
  from expenses x where x.user_id = $1 and x.expense_date between $2 and $3
  order by day, kind, ref`

type Of<Kind extends JournalEvent['kind'], Row> = { kind: Kind; ref: number; day: Day } & Row
type Row =
  | Of<
      'invoice' | 'payment' | 'refund',
      {
        provider: string | null
        id: number
        number: string
        customerId: number | null
        name: string
        dueDate: Day
        isIssued: boolean
        isPaid: boolean
        isAsked: boolean
      } & Record<'total' | 'tax' | 'rate' | 'taken' | 'net' | 'back' | 'netAfter' | 'backAfter', string>
    >
  | Of<'expense', { total: string; category: string; description: string; vendor: string | null }>

const eventOf = (row: Row): JournalEvent => {
  const { ref, day } = row
  if (row.kind === 'expense') {
    const { category, description, vendor, total } = row
    return { kind: row.kind, ref, day, expense: { id: ref, category, description, vendor, amount: parseCents(total) } }
  }
  const { id, number, customerId, name, dueDate, isIssued, isPaid, isAsked, provider } = row
  const [total, tax, taken] = [parseCents(row.total), parseCents(row.tax), parseCents(row.taken)]
  const invoice = {
    id,
    number,
    customerId,
    customerName: name,
    dueDate,
    total,
    tax,
    taken,
    rate: parseFixed(row.rate, 2),
    isIssued,
    isPaid,
  }
  const [net, back] = [parseCents(row.netAfter), parseCents(row.backAfter)]
  const after = { isAsked, net, back }
  if (row.kind === 'invoice') return { kind: row.kind, ref, day, invoice, before: { isAsked: false, net, back }, after }
  const before = { isAsked, net: cents(net - parseCents(row.net)), back: cents(back - parseCents(row.back)) }
  return { kind: row.kind, ref, day, provider: provider!, invoice, before, after }
}

/** So many rows are in memory at a time. */
const atOnce = 1000

async function* rowsOf<Row>(db: UserDb, text: string, values: readonly unknown[]): AsyncGenerator<Row[]> {
  await db.rows(`declare journal_rows no scroll cursor for ${text}`, values)
  for (;;) {
    const rows = await db.rows<Row>(`fetch ${atOnce} from journal_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await db.rows('close journal_rows')
}

/** All that happened to documents, day by day, some at a time; `range` leaves out what is dated before or after. */
export async function* readEvents(db: UserDb, { from, to }: Range = allTime): AsyncGenerator<JournalEvent[]> {
  for await (const rows of rowsOf<Row>(db, events, [db.userId, from, to])) yield rows.map(eventOf)
}

/** The customers whose accounts a journal can speak of, some at a time. */
export async function* readCustomers(db: UserDb): AsyncGenerator<{ customerId: number | null; customerName: string }[]> {
  const text = `select id as "customerId", name as "customerName" from (${customers}) w order by id`
  yield* rowsOf(db, text, [db.userId])
}

/** What expenses were for, each once. */
export const readCategories = async (db: UserDb): Promise<string[]> =>
  (await db.rows<{ category: string }>('select distinct category from expenses where user_id = $1 order by 1', [db.userId])).map(
    ({ category }) => category,
  )
