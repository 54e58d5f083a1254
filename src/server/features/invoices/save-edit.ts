import type { UserDb } from '#server/platform/db/client.ts'
import { lockPapers } from '#server/platform/paper-lock.ts'
import type { InvoiceEdit } from '#shared/api/invoices.ts'
import { toDecimal } from '#shared/money.ts'
import { explained } from './explained.ts'
import { customerJson } from './issue.ts'
import { lineColumns, lineRows } from './lines.ts'
import type { Invoice } from './read.ts'
import type { checkedTotals } from './totals.ts'

type Values = Omit<InvoiceEdit, 'taxRate'> & { taxRate: number; totals: ReturnType<typeof checkedTotals> }

// A paper that went out keeps its parties' details; only another customer brings his own, as they are now. Lines that are as they were keep
// their rows: an item that was deleted finds them again when it is asked back.
const saveFields = `
  with gone as (
    delete from invoice_line_items l where l.user_id = $1 and l.invoice_id = $2 and not exists (
      select 1 from jsonb_to_recordset($14::jsonb) as line(${lineColumns})
      where line.position = l.position and line.item_id is not distinct from l.item_id and line.description = l.description
        and line.quantity = l.quantity and line.unit_price = l.unit_price)
  )
  update invoices i set
    customer_as_sent = case when i.customer_as_sent is null or i.customer_id = $3 then i.customer_as_sent
      else (select ${customerJson} from customers c where c.user_id = $1 and c.id = $3) end,
    customer_id = $3, invoice_number = $4, issue_date = $5, due_date = $6, subtotal = $7, tax_rate = $8, tax_amount = $9, tax_is_custom = $10,
    total = $11, notes = $12, terms = $13, version = i.version + 1, updated_at = now()
  where i.user_id = $1 and i.id = $2`
const addLines = `
  insert into invoice_line_items (user_id, invoice_id, position, item_id, description, quantity, unit_price, total)
  select $1, $2, line.position, line.item_id, line.description, line.quantity, line.unit_price, line.total
  from jsonb_to_recordset($3::jsonb) as line(${lineColumns})
  on conflict on constraint invoice_line_items_position_key do nothing`

/**
 * Writes an edit's fields and lines over an invoice; its status is set elsewhere.
 * @returns false when they are as they were already, and nothing was written
 * @throws AppError 404 for a customer or item that isn't the user's, 409 for a number that is taken
 */
export const saveEdit = async (db: UserDb, before: Invoice, values: Values): Promise<boolean> => {
  const { totals } = values
  if (isAsBefore(before, values)) return false
  const lines = lineRows(values.lineItems, totals.lines)
  await lockPapers(db)
  try {
    await db.rows(
      saveFields,
      [
        db.userId,
        before.id,
        values.customerId,
        values.invoiceNumber,
        values.issueDate,
        values.dueDate,
        toDecimal(totals.subtotal),
        toDecimal(values.taxRate),
        toDecimal(totals.tax),
        totals.taxIsCustom,
        toDecimal(totals.total),
        values.notes || null,
        values.terms || null,
        lines,
      ],
      'invoices.edit',
    )
    await db.rows(addLines, [db.userId, before.id, lines], 'invoices.edit-lines')
  } catch (error) {
    throw explained(error, values.invoiceNumber)
  }
  return true
}

const isAsBefore = (before: Invoice, values: Values) =>
  before.customerId === values.customerId &&
  before.invoiceNumber === values.invoiceNumber &&
  before.issueDate === values.issueDate &&
  before.dueDate === values.dueDate &&
  before.taxRate === values.taxRate &&
  before.taxAmount === values.totals.tax &&
  (before.notes ?? '') === (values.notes ?? '') &&
  (before.terms ?? '') === (values.terms ?? '') &&
  before.lineItems.length === values.lineItems.length &&
  before.lineItems.every((line, i) => {
    const { itemId = null, description, quantity, unitPrice } = values.lineItems[i]!
    return line.itemId === itemId && line.description === description && line.quantity === quantity && line.unitPrice === unitPrice
  })
