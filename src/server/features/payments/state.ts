import type { z } from 'zod'
import type { paymentState } from '#shared/api/invoices.ts'
import type { FetchPaymentDeps } from './ask.ts'
import { listActiveAttempts } from './attempts.ts'
import { lockBalance } from './balance.ts'

/** What became of an invoice's payments as far as it is known here. @throws AppError 404 */
export const readPaymentState = (
  { database }: FetchPaymentDeps,
  userId: number,
  invoiceId: number,
): Promise<z.output<typeof paymentState>> =>
  database.asUser(userId, async (db) => {
    const { status, paid, due } = await lockBalance(db, invoiceId)
    const isPending = (await listActiveAttempts(db, invoiceId)).some((attempt) => attempt.status === 'pending')
    return { status: status === 'paid' ? 'paid' : isPending ? 'pending' : 'open', amountPaid: paid, balanceDue: due }
  })
