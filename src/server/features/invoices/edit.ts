import { editPaper } from '#server/papers/edit.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { Kept } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Once } from '#server/platform/http/route.ts'
import type { InvoiceEdit } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { statusWords, tooSmallLines, tooSmallQuantity } from '#shared/invoice-rules.ts'
import type { InvoiceMoney } from './money.ts'
import { type Invoice, oneInvoice } from './read.ts'
import { refuseWrongStatus, setStatus } from './status.ts'

type Ask = { userId: number; id: number; edit: InvoiceEdit; today: Day }

/**
 * Saves an edit whole, or not at all: fields, lines, totals, status and what the status does to the payments.
 * @param shown the invoice as replies show it
 * @throws AppError 400 for sums and quantities that don't fit, 404 for an invoice, customer or item that isn't the user's,
 *   409 for a stale copy, a number that is taken, or a status that the payments don't allow
 */
export const editInvoice = (
  money: InvoiceMoney,
  { userId, id, edit, today }: Ask,
  shown: (invoice: Invoice) => Invoice,
  once: Once<Invoice>,
): Promise<Kept> =>
  money.exclusively(userId, id, (db, { status: stored }) =>
    once(db, async () => {
      const before = await oneInvoice(db, id, today)
      // The status as it is shown today is no wish: a form that was opened on it sends it back as it was.
      const wish = edit.status === before.status ? undefined : edit.status
      const after = await editPaper(db, invoiceKind, {
        before,
        edit: { ...edit, number: edit.invoiceNumber, endDate: edit.dueDate },
        own: ownFacts,
        shown,
        check: refuseSmallQuantities(edit),
        follow: async ({ totalIsOther }) => {
          if (wish) await setStatus(db, money, { id, stored, wish, dueDate: edit.dueDate, today, sendReceipt: edit.sendReceipt })
          if (wish !== 'draft' && totalIsOther) await money.settle(db, id)
          if (wish) await refuseWrongStatus(db, id)
          return wish !== undefined
        },
        read: () => oneInvoice(db, id, today),
      })
      return shown(after)
    }),
  )

const ownFacts = ({ invoiceNumber, dueDate, status }: Invoice) => ({ number: invoiceNumber, endDate: dueDate, status: statusWords[status] })

const refuseSmallQuantities =
  (edit: InvoiceEdit) =>
  ({ lineItems }: Invoice) => {
    const small = tooSmallLines(edit.lineItems, lineItems)
    if (small.length > 0)
      throw new AppError(400, `Line ${small[0]! + 1}: ${tooSmallQuantity}`, {
        issues: small.map((i) => ({ path: `lineItems.${i}.quantity`, message: tooSmallQuantity })),
      })
  }
