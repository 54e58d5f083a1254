import { invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { mayDelete } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { formatDay } from '#shared/dates.ts'

/**
 * Call it under the invoice's lock. @throws AppError 409 when money came for it, or it is in a closed period: it can be written off then
 */
export const deleteFeeInvoice = async (services: Services, db: UserDb, { id, number, status, paid, due, issueDate }: InvoiceBalance) => {
  if (paid > 0 || status === 'paid')
    throw new AppError(
      409,
      due > 0
        ? `A part of ${number} is paid, so this late fee can’t be waived. Write off the rest of ${number} instead.`
        : `${number} is paid, so this late fee can’t be waived. Refund the payment, and then write off ${number}.`,
    )
  const closedThrough = await readClosedThrough(db)
  if (status !== 'draft' && closedThrough !== null && issueDate <= closedThrough)
    throw new AppError(
      409,
      `Your books are closed through ${formatDay(closedThrough)}, so ${number} can’t be deleted. Write off ${number} instead.`,
    )
  const may = await mayDelete(services, db, id)
  if (may !== true) throw new AppError(409, may)
  await removeDocument(db, invoiceType, id)
}
