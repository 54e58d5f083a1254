import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { withoutOpenPage } from './close.ts'
import { type ReconcileDeps, settle, tellOfPayment } from './reconcile.ts'

type Deps = ReconcileDeps & {
  /** Turns a draft into a sent invoice: its receipt leads to its page, and its details stay as they are now. */
  issue: (db: UserDb, invoiceId: number) => Promise<void>
}

/**
 * The signed-in owner says that the money came by another way: records a manual payment of what is outstanding.
 * An open payment page is closed first, so that the customer can't pay a second time.
 * @throws AppError 409 when the invoice is paid already, or a card payment for it is being confirmed
 */
export const markPaidByHand = (deps: Deps, userId: number, invoiceId: number, day: Day): Promise<void> =>
  withoutOpenPage(deps, userId, invoiceId, async (db, invoice) => {
    if (invoice.status === 'paid') throw new AppError(409, 'This invoice has already been paid.')
    if (invoice.status === 'draft') await deps.issue(db, invoiceId)
    if (invoice.due > 0) {
      const [made] = await db.rows<{ id: number }>(
        `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, status, notes)
         values ($1, $2, $3, $4, 'manual', 'manual', 'succeeded', 'Marked as paid') returning id`,
        [userId, invoiceId, toDecimal(invoice.due), day],
      )
      await tellOfPayment(db, made!.id)
    }
    await settle(db, invoiceId)
  })
