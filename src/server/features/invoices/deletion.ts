import { removePaper } from '#server/papers/deletion.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { Kept } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Once } from '#server/platform/http/route.ts'
import type { InvoiceMoney } from './money.ts'

/**
 * Deletes an invoice: its row and its number stay, and nothing is given back to the trial. An open payment page is closed first.
 * @throws AppError 404, 409 when a provider took money for it, is about to, or took some that nobody has decided about
 */
export const removeInvoice = (money: InvoiceMoney, userId: number, id: number, once: Once<void>): Promise<Kept> =>
  money.exclusively(userId, id, (db) =>
    once(db, async () => {
      const may = await money.mayDelete(db, id)
      if (may !== true) throw new AppError(409, may)
      await removePaper(db, invoiceKind, id)
    }),
  )
