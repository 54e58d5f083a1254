import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { invoicePayment } from '#shared/api/invoice-payments.ts'
import { parseCents } from '#shared/money.ts'
import { methodWords } from '#shared/payment-methods.ts'

type Payment = z.output<typeof invoicePayment>
type Row = Omit<Payment, 'amount' | 'refunded'> & { amount: string; refunded: string }

const columns = `id, amount, refunded, payment_date as "paymentDate", payment_method as "paymentMethod", status, notes,
  created_at as "recordedAt", provider = 'manual' and status = 'succeeded' as "canUndo"`
const asShown = (row: Row): Payment => ({
  ...row,
  amount: parseCents(row.amount),
  refunded: parseCents(row.refunded),
  paymentMethod: methodWords(row.paymentMethod),
})

/** A payment as its owner sees it. @throws AppError 404 */
export const onePayment = async (db: UserDb, paymentId: number): Promise<Payment> => {
  const [row] = await db.rows<Row>(`select ${columns} from payments where user_id = $1 and id = $2`, [db.userId, paymentId])
  if (!row) throw notFound('Payment')
  return asShown(row)
}

/** An invoice's payments whatever became of them, newest first. */
export const paymentsOf = async (db: UserDb, invoiceId: number): Promise<Payment[]> =>
  (
    await db.rows<Row>(
      `select ${columns} from payments where user_id = $1 and invoice_id = $2 order by id desc`,
      [db.userId, invoiceId],
      'history.payments',
    )
  ).map(asShown)
