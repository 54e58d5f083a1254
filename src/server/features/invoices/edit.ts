import { AppError, StaleCopyError } from '#server/platform/errors.ts'
import { noteEvent } from '#server/platform/invoice-history.ts'
import type { InvoiceEdit } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { mayHaveQuantity } from '#shared/invoice-rules.ts'
import { changesOf } from './changes.ts'
import type { InvoiceMoney } from './money.ts'
import { type Invoice, oneInvoice } from './read.ts'
import { saveEdit } from './save-edit.ts'
import { setStatus } from './status.ts'
import { checkedTotals } from './totals.ts'

type Ask = { userId: number; id: number; edit: InvoiceEdit; today: Day }

/**
 * Saves an edit whole, or not at all: fields, lines, totals, status and what the status does to the payments. What changed is written into the
 * invoice's history, field by field; an edit that changes nothing writes nothing.
 * @param shown the invoice as replies show it, for a refused save of a stale copy
 * @throws AppError 400 for sums and quantities that don't fit, 404 for an invoice, customer or item that isn't the user's,
 *   409 for a stale copy, a number that is taken, or a status that the payments don't allow
 */
export const editInvoice = (
  money: InvoiceMoney,
  { userId, id, edit, today }: Ask,
  shown: (invoice: Invoice) => Invoice,
): Promise<Invoice> =>
  money.exclusively(userId, id, async (db, { version, status: stored }) => {
    const before = await oneInvoice(db, id, today)
    if (edit.version !== undefined && edit.version !== version) throw new StaleCopyError('This invoice', shown(before))
    refuseSmallQuantities(edit, before)
    const taxRate = edit.taxRate ?? before.taxRate
    const totals = checkedTotals({ ...edit, taxRate, taxAmount: edit.taxAmount ?? survivingTax(edit, taxRate, before) })
    const saved = await saveEdit(db, before, { ...edit, taxRate, totals })
    // The status as it is shown today is no wish: a form that was opened on it sends it back as it was.
    const wish = edit.status === before.status ? undefined : edit.status
    if (wish) await setStatus(db, money, { id, stored, wish, dueDate: edit.dueDate, today })
    if (wish !== 'draft' && totals.total !== before.total) await money.settle(db, id)
    if (!saved && !wish) return before
    const after = await oneInvoice(db, id, today)
    const changes = changesOf(before, after)
    // 'Sent' for one that is sent and shows overdue by its date is a wish that changes nothing.
    if (saved || changes.length > 0) await noteEvent(db, id, 'edited', changes)
    return after
  })

const refuseSmallQuantities = (edit: InvoiceEdit, { lineItems }: Invoice) => {
  const issues = edit.lineItems.flatMap(({ quantity }, i) => {
    const may = mayHaveQuantity(quantity, lineItems)
    return may === true ? [] : [{ path: `lineItems.${i}.quantity`, message: may, line: i + 1 }]
  })
  if (issues[0])
    throw new AppError(400, `Line ${issues[0].line}: ${issues[0].message}`, {
      issues: issues.map(({ path, message }) => ({ path, message })),
    })
}

/** A typed tax amount stands as long as what it was typed for does. */
const survivingTax = (edit: InvoiceEdit, taxRate: number, before: Invoice) => {
  const samePrices =
    taxRate === before.taxRate &&
    edit.lineItems.length === before.lineItems.length &&
    edit.lineItems.every(({ quantity, unitPrice }, i) => {
      const line = before.lineItems[i]!
      return quantity === line.quantity && unitPrice === line.unitPrice
    })
  return before.taxIsCustom && samePrices ? before.taxAmount : undefined
}
