import { invoiceType } from '#server/domain/documents/document-type.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import type { StoredReply } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RunIdempotent } from '#server/platform/http/route.ts'
import type { InvoiceEdit } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { findTooSmallLines, statusLabels, tooSmallQuantity } from '#shared/invoice-rules.ts'
import type { InvoicePayments } from './payments-interface.ts'
import { getInvoice, type Invoice } from './read.ts'
import { refuseInconsistentStatus, setStatus } from './status.ts'

type EditRequest = { userId: number; id: number; edit: InvoiceEdit; today: Day }

/**
 * Saves an edit: fields, lines, totals, status and the status's effect on the payments.
 * @param toReply converts the invoice to its reply
 * @throws AppError 400 for wrong totals or quantities, 404 for an invoice, customer or item of another user,
 *   409 for a stale copy, a taken number, a status that doesn't match the payments, or a closed period
 */
export const editInvoice = (
  payments: InvoicePayments,
  { userId, id, edit, today }: EditRequest,
  toReply: (invoice: Invoice) => Invoice,
  idempotent: RunIdempotent<Invoice>,
): Promise<StoredReply> =>
  payments.withLockedInvoice(userId, id, (db, { status: stored }) =>
    idempotent(db, async () => {
      const before = await getInvoice(db, id, today)
      // The displayed status isn't a change request: the form sends it back unchanged.
      const requested = edit.status === before.status ? undefined : edit.status
      const after = await editDocument(db, invoiceType, {
        before,
        edit: { ...edit, number: edit.invoiceNumber, endDate: edit.dueDate },
        own: getOwnFields,
        toReply,
        check: refuseSmallQuantities(edit),
        applyConsequences: async ({ isSaved, isTotalChanged }) => {
          if (requested)
            await setStatus(db, payments, { id, stored, requested, dueDate: edit.dueDate, today, sendReceipt: edit.sendReceipt })
          if (requested !== 'draft' && isTotalChanged) await payments.updateStatus(db, id)
          if (requested) await refuseInconsistentStatus(db, id)
          const staysDraft = stored === 'draft' && (requested ?? 'draft') === 'draft'
          const days = isSaved ? [{ day: before.issueDate }, { day: edit.issueDate, path: 'issueDate' }] : []
          if (!staysDraft) postInvoice(db, id, { days })
          return requested !== undefined
        },
        read: () => getInvoice(db, id, today),
      })
      return toReply(after)
    }),
  )

const getOwnFields = ({ invoiceNumber, dueDate, status }: Invoice) => ({
  number: invoiceNumber,
  endDate: dueDate,
  status: statusLabels[status],
})

const refuseSmallQuantities =
  (edit: InvoiceEdit) =>
  ({ lineItems }: Invoice) => {
    const small = findTooSmallLines(edit.lineItems, lineItems)
    if (small.length > 0)
      throw new AppError(400, `Line ${small[0]! + 1}: ${tooSmallQuantity}`, {
        issues: small.map((i) => ({ path: `lineItems.${i}.quantity`, message: tooSmallQuantity })),
      })
  }
