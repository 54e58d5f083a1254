import type { UserDb } from '#server/platform/db/client.ts'
import { JsonText } from '#server/platform/http/route.ts'
import { ownerName } from '#server/platform/invoice-history.ts'
import { newPublicId } from '#server/platform/public-invoice.ts'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { explained } from './explained.ts'
import { issueInvoice } from './issue.ts'
import { lineColumns, lineRows } from './lines.ts'
import { drawInvoiceNumber } from './numbers.ts'
import { recordOf } from './record.ts'
import { checkedTotals } from './totals.ts'
import { takeFromTrial, trialIsOver } from './trial.ts'

// All in one statement: what it inserts isn't in the tables yet as it sees them, so the record is made of what the inserts return.
const insertAll = `
  with trial as (${takeFromTrial}), made as (
    insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date, subtotal, tax_rate, tax_amount, tax_is_custom, total, notes, terms)
    select $1, $4::int, $5, 'draft', $6::date, $7::date, $8::numeric, $9::numeric, $10::numeric, $11::boolean, $12::numeric, $13, $14 from trial
    returning *
  ), lines as (
    insert into invoice_line_items (user_id, invoice_id, position, item_id, description, quantity, unit_price, total)
    select $1, made.id, line.position, line.item_id, line.description, line.quantity, line.unit_price, line.total
    from made, jsonb_to_recordset($15::jsonb) as line(${lineColumns})
    returning *
  ), public as (
    insert into public_invoices (public_id, user_id, invoice_id) select $16, $1, made.id from made
  ), noted as (
    insert into invoice_events (user_id, invoice_id, kind, by) select $1, made.id, 'created', ${ownerName} from made, users u where u.id = $1
  )
  select reply.id, row_to_json(reply)::text as text
  from (select r.*, null::text as "emailedTo" from (${recordOf({ invoices: 'made', lines: 'lines' })}) r) reply`

/**
 * Creates a draft whole, or not at all: trial, invoice, lines, public id and history in one statement of the caller's transaction.
 * @returns the new row's id, and the reply to a creation that sends no e-mail
 * @throws AppError 400 for sums that don't fit, 403 when the trial is over, 404 for a customer or item that isn't the user's, 409 for a number that is taken
 */
export const createDraft = async (db: UserDb, input: InvoiceInput, today: Day): Promise<{ id: number; reply: JsonText }> => {
  const totals = checkedTotals(input)
  const invoiceNumber = input.drawNumber ? await drawInvoiceNumber(db, today) : input.invoiceNumber
  const values = [
    db.userId,
    today,
    // A draft has no payment link yet.
    '',
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
  ]
  const [made] = await db.rows<{ id: number; text: string }>(insertAll, values, 'invoices.create').catch((error: unknown) => {
    throw explained(error, invoiceNumber)
  })
  if (!made) throw trialIsOver()
  return { id: made.id, reply: new JsonText(made.text) }
}

/**
 * Creates an invoice and, if it is to be sent, issues it.
 * @returns the new row's id
 * @throws AppError as `createDraft` does
 */
export const createInvoice = async (db: UserDb, input: InvoiceInput, today: Day): Promise<number> => {
  const { id } = await createDraft(db, input, today)
  if (input.status === 'sent') await issueInvoice(db, id)
  return id
}
