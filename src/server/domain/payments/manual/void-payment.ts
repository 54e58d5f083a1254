import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { keepUnassignedAgain } from '#server/domain/ledger/manual-entries/manual-entries.ts'
import { bumpInvoiceVersion, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { markUnpaid, updateAttention } from '#server/domain/payments/balance/update-invoice-status.ts'
import { refuseWhileApplied } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { formatDatedPayment } from '#server/domain/payments/format.ts'
import { reverseStanding } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'

type Row = {
  id: number
  amount: string
  currency: string
  day: Day
  method: string
  provider: string
  status: string
  worth: string
  entryId: number | null
  creditNoteId: number | null
}
const columns = `id, amount, currency, payment_date as day, payment_method as method, provider, status, coalesce(home_amount, amount)::text as worth,
  unassigned_entry_id as "entryId", credit_note_id as "creditNoteId"`

const takenByProvider = () => new AppError(409, "A payment that a provider took can't be undone. Refund it instead.")

const voidPayment = async (db: UserDb, invoiceId: number, { id, amount, currency, day, method, worth, entryId }: Row) => {
  db.announce('payments')
  await db.rows("update payments set status = 'voided' where user_id = $1 and id = $2", [db.userId, id])
  if (entryId !== null) await keepUnassignedAgain(db, entryId, parseAmount(worth))
  await bumpInvoiceVersion(db, invoiceId)
  await updateAttention(db, invoiceId)
  const before = formatDatedPayment({ amount, currency, method, day })
  await recordEvent(db, invoiceType, invoiceId, 'payment undone', [{ field: 'Payment', before, after: null }])
}

/** Call it under the invoice's lock. @throws AppError 404; 409 for a provider's payment, or when credit from it was applied elsewhere */
export const voidManualPayment = async (clock: Clock, db: UserDb, invoiceId: number, paymentId: number): Promise<void> => {
  const [payment] = await db.rows<Row>(`select ${columns} from payments where user_id = $1 and document_id = $2 and id = $3`, [
    db.userId,
    invoiceId,
    paymentId,
  ])
  if (!payment) throw notFound('Payment')
  if (payment.provider !== 'manual') throw takenByProvider()
  if (payment.status === 'voided') return
  await voidPayment(db, invoiceId, payment)
  // Unlike in `updateInvoiceStatus` refunds count, since the owner says that money is missing.
  const invoice = await lockBalance(db, invoiceId)
  if (invoice.paid + invoice.applied < 0) await refuseWhileApplied(db, invoiceId, "this payment can't be undone")
  if (invoice.due > 0) await markUnpaid(clock, db, invoice)
  postInvoice(db, invoiceId)
}

/** @throws AppError 409 for one that took a discount for early payment, which a credit note stands for */
const refuseDiscounted = async (db: UserDb, { creditNoteId }: Row): Promise<void> => {
  const [note] = await db.rows<{ number: string }>("select number from documents where user_id = $1 and id = $2 and status = 'issued'", [
    db.userId,
    creditNoteId,
  ])
  if (note)
    throw new AppError(
      409,
      `This invoice was paid with a discount, which ${note.number} credits. Undo the payment instead: that voids the credit note too.`,
    )
}

/**
 * Undoes a write-off, then voids manual payments, newest first, until there is a balance due.
 * @throws AppError 404, 409 when the payments of providers alone cover the total, or when an invoice with a total of zero has payments
 */
export const reopenInvoice = async (clock: Clock, db: UserDb, invoiceId: number): Promise<void> => {
  const before = await lockBalance(db, invoiceId)
  await reverseStanding(clock, db, before)
  const invoice = before.writtenOff > 0 ? await lockBalance(db, invoiceId) : before
  let due = invoice.due
  // Voiding can't produce a balance due here, so the owner has to choose which payments to void.
  if (invoice.total === 0 && invoice.paid > 0)
    throw new AppError(
      409,
      `This invoice asks for nothing, and has payments of ${formatMoney(invoice.paid, invoice.currency)}. Undo them before you change its status.`,
    )
  if (invoice.total > 0 && due === 0) {
    const manual = await db.rows<Row>(
      `select ${columns} from payments where user_id = $1 and document_id = $2 and provider = 'manual' and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
    )
    for (const payment of manual) {
      await refuseDiscounted(db, payment)
      await voidPayment(db, invoiceId, payment)
      due = (await lockBalance(db, invoiceId)).due
      if (due > 0) break
    }
    if (due === 0 && invoice.credited > 0)
      throw new AppError(
        409,
        `${formatMoney(invoice.credited, invoice.currency)} of this invoice is credited, so nothing is due. Void the credit note first.`,
      )
    if (due === 0 && invoice.applied > 0) await refuseWhileApplied(db, invoiceId, 'nothing is due')
    if (due === 0) throw takenByProvider()
    const { paid, applied } = await lockBalance(db, invoiceId)
    if (paid + applied < 0) await refuseWhileApplied(db, invoiceId, "its payments can't be undone")
  }
  await markUnpaid(clock, db, invoice)
  postInvoice(db, invoiceId)
}
