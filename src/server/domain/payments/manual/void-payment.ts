import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { updateAttention } from '#server/domain/payments/balance/attention.ts'
import { bumpInvoiceVersion, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { markUnpaid } from '#server/domain/payments/balance/update-invoice-status.ts'
import { describePayment } from '#server/domain/payments/payment-label.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney, parseCents } from '#shared/money.ts'

type Deps = { now: () => Date }
type Row = { id: number; amount: string; day: Day; method: string; provider: string; status: string }
const columns = 'id, amount, payment_date as day, payment_method as method, provider, status'

const providersPayment = () => new AppError(409, "A payment that a provider took can't be undone. Refund it instead.")

const voidRow = async (db: UserDb, invoiceId: number, { id, amount, day, method }: Row) => {
  await db.rows("update payments set status = 'voided' where user_id = $1 and id = $2", [db.userId, id])
  await bumpInvoiceVersion(db, invoiceId)
  await updateAttention(db, invoiceId)
  const before = describePayment({ amount: parseCents(amount), method, day })
  await recordEvent(db, invoiceType, invoiceId, 'payment undone', [{ field: 'Payment', before, after: null }])
}

/**
 * Undoes one payment that was recorded by hand; one that is undone already stays so. Asked under the invoice's lock.
 * @throws AppError 404 when the invoice has no such payment, 409 when a provider took it
 */
export const voidManualPayment = async (deps: Deps, db: UserDb, invoiceId: number, paymentId: number): Promise<void> => {
  const [payment] = await db.rows<Row>(`select ${columns} from payments where user_id = $1 and invoice_id = $2 and id = $3`, [
    db.userId,
    invoiceId,
    paymentId,
  ])
  if (!payment) throw notFound('Payment')
  if (payment.provider !== 'manual') throw providersPayment()
  if (payment.status === 'voided') return
  await voidRow(db, invoiceId, payment)
  // Here a refund counts: the owner himself says that money is missing.
  const now = await lockBalance(db, invoiceId)
  if (now.due > 0) await markUnpaid(deps, db, now)
}

/**
 * Voids manual payments, the newest first, until something is outstanding, and makes a paid invoice a sent one. One that asks for nothing
 * and got nothing has nothing to give back.
 * @throws AppError 409 when only a provider's payments are left and nothing is outstanding, or when money came for one that asks for nothing
 */
export const reopenInvoice = async (deps: Deps, db: UserDb, invoiceId: number): Promise<void> => {
  const invoice = await lockBalance(db, invoiceId)
  let due = invoice.due
  // Whatever is undone, nothing would be outstanding: which of them never came is the owner's to say.
  if (invoice.total === 0 && invoice.paid > 0)
    throw new AppError(
      409,
      `This invoice asks for nothing, and has payments of ${formatMoney(invoice.paid)}. Undo them before you change its status.`,
    )
  if (invoice.total > 0 && due === 0) {
    const manual = await db.rows<Row>(
      `select ${columns} from payments where user_id = $1 and invoice_id = $2 and provider = 'manual' and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
    )
    for (const payment of manual) {
      await voidRow(db, invoiceId, payment)
      due = (await lockBalance(db, invoiceId)).due
      if (due > 0) break
    }
    if (due === 0) throw providersPayment()
  }
  await markUnpaid(deps, db, invoice)
}
