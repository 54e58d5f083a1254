import { customerIdSql, formerCustomerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import { isIssuedSql, joinTaxSql, movementOrder, rateSql, selectMovements } from '#server/domain/ledger/money-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { cents, parseCents, parseFixed } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { JournalEvent } from './entry.ts'

/** The customers of all invoices as (id, name). */
const customers = `
  select ids.id, coalesce(c.name, ${formerCustomerNameSql('ids.id')}) as name
  from (select distinct ${customerIdSql('i')} as id from documents i where i.user_id = $1 and i.type = 'invoice') ids
  left join customers c on c.user_id = $1 and c.id = ids.id`

// The window computes running sums over all events before the range is applied, so that a part of the journal equals the same part of the whole.
const events = `
  with invoice_event as (
    select 'invoice' as kind, i.id as ref, i.id as document_id, i.issue_date as day, 0::numeric as net, 0::numeric as refunded, null as provider
    from documents i where i.user_id = $1 and ${isIssuedSql('i')}
    union all ${selectMovements()}),
  running as (
    select e.*, bool_or(e.kind = 'invoice') over so_far as is_invoiced, sum(e.net) over so_far as net_after,
           sum(e.refunded) over so_far as refunded_after, sum(e.net + e.refunded) over (partition by e.document_id) as taken
    from invoice_event e window so_far as (partition by e.document_id order by ${movementOrder} rows unbounded preceding)),
  customer as materialized (${customers})
  select r.kind, r.ref, r.day, r.provider, i.id, i.number, c.id as "customerId", coalesce(c.name, 'Deleted customer') as name,
         i.due_date as "dueDate", i.total::text, i.tax_amount::text as tax, ${rateSql} as rate, ${isIssuedSql('i')} as "isIssued",
         i.status = 'paid' as "isPaid", r.taken::text, r.is_invoiced as "isInvoiced", r.net::text, r.refunded::text, r.net_after::text as "netAfter",
         r.refunded_after::text as "refundedAfter", null as category, null as description, null as vendor
  from running r
  join documents i on i.user_id = $1 and i.id = r.document_id
  ${joinTaxSql('i.id')}
  left join customer c on c.id = ${customerIdSql('i')}
  where r.day between $2 and $3
  union all
  select 'expense', x.id, x.expense_date, null, null, null, null, null, null, x.amount::text, null, null, null, null, null, null, null, null, null, null,
         x.category, x.description, x.vendor
  from expenses x where x.user_id = $1 and x.expense_date between $2 and $3
  order by day, kind, ref`

type RowOfKind<Kind extends JournalEvent['kind'], Row> = { kind: Kind; ref: number; day: Day } & Row
type Row =
  | RowOfKind<
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
        isInvoiced: boolean
      } & Record<'total' | 'tax' | 'rate' | 'taken' | 'net' | 'refunded' | 'netAfter' | 'refundedAfter', string>
    >
  | RowOfKind<'expense', { total: string; category: string; description: string; vendor: string | null }>

const toEvent = (row: Row): JournalEvent => {
  const { ref, day } = row
  if (row.kind === 'expense') {
    const { category, description, vendor, total } = row
    return { kind: row.kind, ref, day, expense: { id: ref, category, description, vendor, amount: parseCents(total) } }
  }
  const { id, number, customerId, name, dueDate, isIssued, isPaid, isInvoiced, provider } = row
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
  const [net, refunded] = [parseCents(row.netAfter), parseCents(row.refundedAfter)]
  const after = { isInvoiced, net, refunded }
  if (row.kind === 'invoice') return { kind: row.kind, ref, day, invoice, before: { isInvoiced: false, net, refunded }, after }
  const before = { isInvoiced, net: cents(net - parseCents(row.net)), refunded: cents(refunded - parseCents(row.refunded)) }
  return { kind: row.kind, ref, day, provider: provider!, invoice, before, after }
}

/** Rows in memory at a time. */
const batchSize = 1000

async function* readInBatches<Row>(db: UserDb, text: string, values: readonly unknown[]): AsyncGenerator<Row[]> {
  await db.rows(`declare journal_rows no scroll cursor for ${text}`, values)
  for (;;) {
    const rows = await db.rows<Row>(`fetch ${batchSize} from journal_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await db.rows('close journal_rows')
}

/**
 * Reads invoices, payments, refunds and expenses as journal events, ordered by day, in batches.
 * @param range leaves out events dated before or after
 */
export async function* readEvents(db: UserDb, { from, to }: Range = allTime): AsyncGenerator<JournalEvent[]> {
  for await (const rows of readInBatches<Row>(db, events, [db.userId, from, to])) yield rows.map(toEvent)
}

/** Reads the customers that have accounts in the journal, in batches. */
export async function* readCustomers(db: UserDb): AsyncGenerator<{ customerId: number | null; customerName: string }[]> {
  const text = `select id as "customerId", name as "customerName" from (${customers}) w order by id`
  yield* readInBatches(db, text, [db.userId])
}

/** Reads the distinct categories of expenses. */
export const readCategories = async (db: UserDb): Promise<string[]> =>
  (await db.rows<{ category: string }>('select distinct category from expenses where user_id = $1 order by 1', [db.userId])).map(
    ({ category }) => category,
  )
