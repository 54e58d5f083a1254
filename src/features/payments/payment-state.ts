import type { z } from 'zod'
import { findAttemptByRef, listActiveAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import type { Services } from '#server/domain/services.ts'
import type { paymentState } from '#shared/contract/invoices.ts'

/**
 * As far as recorded. @param ref the provider's id of a payment: asks whether that was made, which may be one of several instalments
 * @throws AppError 404
 */
export const readPaymentState = (
  { database }: Services,
  userId: number,
  invoiceId: number,
  ref?: string,
): Promise<z.output<typeof paymentState>> =>
  database.asUser(userId, async (db) => {
    const { status, paid, due, settled } = await lockBalance(db, invoiceId)
    const isPending = (await listActiveAttempts(db, invoiceId)).some((attempt) => attempt.status === 'pending')
    // Neither a write-off nor credit is a payment.
    const isPaid =
      (status === 'paid' && (paid > 0 || settled <= paid)) || (ref && (await findAttemptByRef(db, invoiceId, ref))?.status === 'paid')
    return { status: isPaid ? 'paid' : isPending ? 'pending' : 'open', amountPaid: paid, balanceDue: due }
  })
