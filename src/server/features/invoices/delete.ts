import { invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import type { StoredReply } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RunIdempotent } from '#server/platform/http/route.ts'
import type { InvoicePayments } from './payments-interface.ts'

/**
 * Soft-deletes an invoice: its number stays taken, and it still counts for the trial. An open checkout is closed first.
 * @throws AppError 404; 409 when it has a provider's payment, succeeded, pending or under review
 */
export const removeInvoice = (money: InvoicePayments, userId: number, id: number, once: RunIdempotent<void>): Promise<StoredReply> =>
  money.withLockedInvoice(userId, id, (db) =>
    once(db, async () => {
      const may = await money.mayDelete(db, id)
      if (may !== true) throw new AppError(409, may)
      await removeDocument(db, invoiceType, id)
    }),
  )
