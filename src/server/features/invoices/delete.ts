import { invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import type { StoredReply } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RunIdempotent } from '#server/platform/http/route.ts'
import type { InvoicePayments } from './payments-interface.ts'

/**
 * Deletes an invoice: its row and its number stay, and nothing is given back to the trial. An open payment page is closed first.
 * @throws AppError 404, 409 when a provider took money for it, is about to, or took some that nobody has decided about
 */
export const removeInvoice = (money: InvoicePayments, userId: number, id: number, once: RunIdempotent<void>): Promise<StoredReply> =>
  money.withLockedInvoice(userId, id, (db) =>
    once(db, async () => {
      const may = await money.mayDelete(db, id)
      if (may !== true) throw new AppError(409, may)
      await removeDocument(db, invoiceType, id)
    }),
  )
