import type { UserDb } from '#server/platform/db/client.ts'
import { ownerName } from '#server/platform/invoice-history.ts'
import { newPublicId } from '#server/platform/public-invoice.ts'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { explained } from './explained.ts'
import { issueInvoice } from './issue.ts'
import { lineColumns, lineRows } from './lines.ts'
import { drawInvoiceNumber } from './numbers.ts'
import { checkedTotals } from './totals.ts'
import { takeFromTrial } from './trial.ts'

const insertAll = `
  with made as (
    insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date, subtotal, tax_rate, tax_amount, tax_is_custom, total, notes, terms)
    values ($1, $2, $3, 'draft', $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id
  ), lines as (
    insert into invoice_line_items (user_id, invoice_id, position, item_id, description, quantity, unit_price, total)
    select $1, made.id, line.position, line.item_id, line.description, line.quantity, line.unit_price, line.total
    from made, jsonb_to_recordset($13::jsonb) as line(${lineColumns})
  ), public as (
    insert into public_invoices (public_id, user_id, invoice_id) select $14, $1, made.id from made
  ), noted as (
    insert into invoice_events (user_id, invoice_id, kind, by) select $1, made.id, 'created', ${ownerName} from made, users u where u.id = $1
  )
  select id from made`

/**
 * Creates an invoice whole, or not at all: trial, invoice, lines and public id in the caller's transaction.
 * @returns the new row's id
 * @throws AppError 400 for sums that don't fit, 403 when the trial is over, 404 for a customer or item that isn't the user's, 409 for a number that is taken
 */
export const createInvoice = async (db: UserDb, input: InvoiceInput, today: Day): Promise<number> => {
  const totals = checkedTotals(input)
  await takeFromTrial(db)
  const invoiceNumber = input.drawNumber ? await drawInvoiceNumber(db, today) : input.invoiceNumber
  const [made] = await db
    .rows<{ id: number }>(
      insertAll,
      [
        db.userId,
        input.customerId,
        invoiceNumber,
        input.issueDate,
        input.dueDate,
        toDecimal(totals.subtotal),
        toDecimal(input.taxRate),
        toDecimal(totals.tax),
        totals.taxIsCustom,
        toDecimal(totals.total),
        input.notes || null,
        input.terms || null,
        lineRows(input.lineItems, totals.lines),
        newPublicId(),
      ],
      'invoices.create',
    )
    .catch((error: unknown) => {
      throw explained(error, invoiceNumber)
    })
  if (input.status === 'sent') await issueInvoice(db, made!.id)
  return made!.id
}
