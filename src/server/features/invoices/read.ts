import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { invoice } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { statusOn } from '#shared/invoice-rules.ts'

/** An invoice as the app knows it: amounts in cents, its status as of a day. */
export type Invoice = z.output<typeof invoice>

// The database builds the whole record, lines included: a quarter of the work of assembling it here.
const record = `
  select i.id, i.version, i.customer_id as "customerId", i.invoice_number as "invoiceNumber", i.status,
         i.issue_date as "issueDate", i.due_date as "dueDate", i.subtotal, i.tax_rate as "taxRate", i.tax_amount as "taxAmount", i.total,
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

/** All invoices of the user, newest first. */
export const listInvoices = async (db: UserDb, today: Day): Promise<Invoice[]> =>
  parse(await db.rows(`${record} order by i.issue_date desc, i.id desc`, [db.userId], 'invoices.list'), today)

/** @throws AppError 404 */
export const oneInvoice = async (db: UserDb, id: number, today: Day): Promise<Invoice> => {
  const [found] = parse(await db.rows(`${record} and i.id = $2`, [db.userId, id], 'invoices.one'), today)
  if (!found) throw notFound('Invoice')
  return found
}
