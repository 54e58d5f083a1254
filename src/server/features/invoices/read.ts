import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { matches, natural, readPage, type SortKey } from '#server/platform/db/lists.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/route.ts'
import { invoice, type invoiceQuery, type invoiceSorts } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, statusOn } from '#shared/invoice-rules.ts'

/** An invoice as the app knows it: amounts in cents, its status as of a day. */
export type Invoice = z.output<typeof invoice>

// The database builds the whole record, lines included: a quarter of the work of assembling it here.
const record = `
  select i.id, i.version, i.customer_id as "customerId", i.invoice_number as "invoiceNumber", i.status,
         i.issue_date as "issueDate", i.due_date as "dueDate", i.subtotal, i.tax_rate as "taxRate", i.tax_amount as "taxAmount",
         i.tax_is_custom as "taxIsCustom", i.total, i.email_state as "emailState",
         paid.amount::text as "amountPaid", greatest(i.total - paid.amount, 0)::text as "balanceDue",
         i.notes, i.terms, i.payment_url as "paymentUrl",
         json_build_object('name', coalesce(i.customer_as_sent ->> 'name', c.name), 'email', c.email) as customer,
         coalesce((
           select json_agg(json_build_object('id', l.id, 'itemId', l.item_id, 'description', l.description,
                    'quantity', l.quantity::text, 'unitPrice', l.unit_price::text, 'total', l.total::text) order by l.position)
           from invoice_line_items l where l.user_id = i.user_id and l.invoice_id = i.id), '[]') as "lineItems"
  from invoices i
  join customers c on c.user_id = i.user_id and c.id = i.customer_id
  cross join lateral (
    select coalesce(sum(p.amount - p.refunded), 0)::numeric(14,2) as amount
    from payments p where p.user_id = i.user_id and p.invoice_id = i.id and p.status = 'succeeded') paid
  where i.user_id = $1 and i.deleted_at is null`

const parse = (rows: unknown[], today: Day): Invoice[] =>
  z
    .array(invoice)
    .parse(rows)
    .map((row) => ({ ...row, status: statusOn(row.status, row.dueDate, today) }))

type Query = z.output<typeof invoiceQuery>

const customerName = sql`coalesce(i.customer_as_sent ->> 'name', c.name)`
const sorts: Record<(typeof invoiceSorts)[number], () => SortKey> = {
  issueDate: () => ({ by: sql`i.issue_date`, type: 'date' }),
  dueDate: () => ({ by: sql`i.due_date`, type: 'date' }),
  invoiceNumber: () => ({ by: natural(sql`i.invoice_number`), type: 'text' }),
  customer: () => ({ by: natural(customerName), type: 'text' }),
  total: () => ({ by: sql`i.total`, type: 'numeric' }),
}
// Lower-cased by the rules of JavaScript, as the search in a browser does it.
const searched = sql`lower((i.invoice_number || E'\\n' || ${customerName}) collate "und-x-icu")`
/** The status that `statusOn` gives it, asked by the database. */
const hasStatus = (status: InvoiceStatus, today: Day) =>
  sql`(case when i.status = 'sent' and i.due_date < ${today} then 'overdue' else i.status end) = ${status}`

/** Which of the user's invoices are asked for, in SQL with `invoices i` and its `customers c`. */
export const wantedOf = (db: UserDb, { status, search }: Pick<Query, 'status' | 'search'>, today: Day) =>
  and(sql`i.user_id = ${db.userId} and i.deleted_at is null`, status && hasStatus(status, today), matches(searched, search))

/** The user's invoices that match, newest first unless asked otherwise: all, or a page of `limit`. */
export const listInvoices = async (db: UserDb, query: Query, today: Day): Promise<Page<Invoice[]>> => {
  if (Object.values(query).every((wish) => wish === undefined)) {
    const all = await db.rows(`${record} order by i.issue_date desc, i.id desc`, [db.userId], 'invoices.list')
    return { rows: parse(all, today), next: null }
  }
  const { rows, next } = await readPage(query, {
    sorts,
    otherwise: '-issueDate',
    id: sql`i.id`,
    read: async ({ sortValue, where, orderBy, limit }) => {
      const wanted = and(wantedOf(db, query, today), where)
      const found = sql`select i.id, ${sortValue} as "sortValue"
        from invoices i join customers c on c.user_id = i.user_id and c.id = i.customer_id where ${wanted} order by ${orderBy}`
      const page = limit === undefined ? found : sql`${found} limit ${limit}`
      return (await db.orm.execute<{ id: number; sortValue: string }>(page)).rows
    },
  })
  // Lines and payments are read for the page alone.
  const ids = rows.map(({ id }) => id)
  const byId = new Map(parse(await db.rows(`${record} and i.id = any($2)`, [db.userId, ids], 'invoices.some'), today).map((i) => [i.id, i]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next }
}

/** @throws AppError 404 */
export const oneInvoice = async (db: UserDb, id: number, today: Day): Promise<Invoice> => {
  const [found] = parse(await db.rows(`${record} and i.id = $2`, [db.userId, id], 'invoices.one'), today)
  if (!found) throw notFound('Invoice')
  return found
}
