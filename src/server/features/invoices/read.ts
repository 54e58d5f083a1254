import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { matches, natural, readPage, type SortKey } from '#server/platform/db/lists.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/route.ts'
import { invoice, type invoiceQuery, type invoiceSorts } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { recordIn, someInvoices, storedRecord } from './record.ts'

/** An invoice as the app knows it: amounts in cents, its status as of a day. */
export type Invoice = z.output<typeof invoice>

const invoices = z.array(invoice)

type Query = z.output<typeof invoiceQuery>

const customerName = sql`coalesce(i.customer_as_sent ->> 'name', c.name)`
const sorts: Record<(typeof invoiceSorts)[number], () => SortKey> = {
  issueDate: () => ({ by: sql`i.issue_date`, type: 'date', nulls: 'last' }),
  dueDate: () => ({ by: sql`i.due_date`, type: 'date' }),
  invoiceNumber: () => ({ by: natural(sql`i.invoice_number`), type: 'text' }),
  customer: () => ({ by: natural(customerName), type: 'text' }),
  total: () => ({ by: sql`i.total`, type: 'numeric' }),
}
// Lower-cased by the rules of JavaScript, as the search in a browser does it.
const searched = sql`lower((i.invoice_number || E'\\n' || ${customerName}) collate "und-x-icu")`
/** The status that `statusOn` gives it, asked by the database. */
const hasStatus = (status: InvoiceStatus, today: Day): SQL =>
  sql`(case when i.status = 'sent' and i.due_date < ${today} then 'overdue' else i.status end) = ${status}`

/** Which of the user's invoices are asked for, in SQL with `invoices i` and its `customers c`. */
export const wantedOf = (db: UserDb, { status, search }: Pick<Query, 'status' | 'search'>, today: Day) =>
  and(sql`i.user_id = ${db.userId} and i.deleted_at is null`, status && hasStatus(status, today), matches(searched, search))

/** The ids of the user's invoices that match, in the order asked for: all, or a page of `limit`. */
export const findInvoices = async (db: UserDb, query: Query, today: Day): Promise<{ ids: number[]; next: string | null }> => {
  const { rows, next } = await readPage(query, {
    sorts,
    otherwise: '-issueDate',
    id: sql`i.id`,
    read: async ({ sortValue, where, orderBy, limit }) => {
      const found = sql`select i.id, ${sortValue} as "sortValue"
        from invoices i join customers c on c.user_id = i.user_id and c.id = i.customer_id
        where ${and(wantedOf(db, query, today), where)} order by ${orderBy}`
      const page = limit === undefined ? found : sql`${found} limit ${limit}`
      return (await db.orm.execute<{ id: number; sortValue: string }>(page)).rows
    },
  })
  return { ids: rows.map(({ id }) => id), next }
}

/** The user's invoices that match, newest first unless asked otherwise: all, or a page of `limit`. */
export const listInvoices = async (db: UserDb, query: Query, today: Day): Promise<Page<Invoice[]>> => {
  const { ids, next } = await findInvoices(db, query, today)
  const rows = await db.rows(
    `select r.* from ${someInvoices} cross join lateral (${recordIn('page')}) r order by page.nth`,
    [db.userId, today, '', ids],
    'invoices.some',
  )
  return { rows: invoices.parse(rows), next }
}

/** @throws AppError 404 */
export const oneInvoice = async (db: UserDb, id: number, today: Day): Promise<Invoice> => {
  const [found] = invoices.parse(await db.rows(`${storedRecord} and i.id = $4`, [db.userId, today, '', id], 'invoices.one'))
  if (!found) throw notFound('Invoice')
  return found
}
