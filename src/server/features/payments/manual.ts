import { AppError } from '#server/platform/errors.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { lockBalance } from './balance.ts'
import { closeAttempt } from './checkout.ts'
import { type ReconcileDeps, settle, tellOfPayment } from './reconcile.ts'

/**
 * The signed-in owner says that the money came by another way: records a manual payment of what is outstanding.
 * An open payment page is closed first, so that the customer can't pay a second time.
 * @throws AppError 409 when the invoice is paid already
 */
export const markPaidByHand = async (deps: ReconcileDeps, userId: number, invoiceId: number, day: Day): Promise<void> => {
  await closeAttempt(deps, userId, invoiceId)
  await deps.database.asUser(userId, async (db) => {
    const invoice = await lockBalance(db, invoiceId)
    if (invoice.due === 0) throw new AppError(409, 'This invoice has already been paid.')
    const [made] = await db.rows<{ id: number }>(
      `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, status, notes)
       values ($1, $2, $3, $4, 'manual', 'manual', 'succeeded', 'Marked as paid') returning id`,
      [userId, invoiceId, toDecimal(invoice.due), day],
    )
    await settle(db, invoiceId)
    await tellOfPayment(db, made!.id)
  })
}
