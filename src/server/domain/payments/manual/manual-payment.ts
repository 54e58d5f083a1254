import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { bumpInvoiceVersion, type InvoiceBalance, lockBalance, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { markPaid } from '#server/domain/payments/balance/update-invoice-status.ts'
import { formatDatedPayment } from '#server/domain/payments/format.ts'
import { notifyPayment } from '#server/domain/payments/notifications.ts'
import { withClosedCheckouts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { type KnownValue, toValueRow, valuePayment } from '#server/domain/payments/value-payment.ts'
import { reverseForMoney } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Clock, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Idempotency, runIdempotent } from '#server/platform/db/idempotency.ts'
import type { Day } from '#shared/dates.ts'
import { asksForNothing, sendsReceipt } from '#shared/invoice-rules.ts'
import { type Amount, toDecimal } from '#shared/money.ts'

type ManualPayment = {
  amount: Amount
  day: Day
  method: string
  notes: string | null
  sendReceipt: boolean
  /** The first part of the transfer that it is a part of. */
  transferId?: number | undefined
  unassignedEntryId?: number | undefined
} & KnownValue

/** A draft is issued, and a write-off that it does not fit beside is undone. The caller updates the status, and then posts the invoice. */
export const insertManualPayment = async (clock: Clock, db: UserDb, invoice: InvoiceBalance, payment: ManualPayment): Promise<number> => {
  // Its details are fixed and its public page exists then, to which the receipt links.
  if (invoice.status === 'draft') await issueDocument(db, invoiceType, invoice.id)
  db.announce('payments')
  // Issuing a draft can have given it its rate.
  const { exchangeRate } =
    invoice.status === 'draft' && invoice.currency !== invoice.homeCurrency ? await lockBalance(db, invoice.id) : invoice
  await reverseForMoney(clock, db, invoice, payment)
  const value = await valuePayment(db, { ...invoice, exchangeRate }, { ...payment, currency: invoice.currency }, payment)
  const [inserted] = await db.rows<{ id: number }>(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status, notes, currency, transfer_id, unassigned_entry_id,
                           home_amount, exchange_rate, rate_source)
     values ($1, $2, $3, $4, $5, 'manual', 'succeeded', $6, lower($7), $8, $9, $10, $11, $12) returning id`,
    [
      ...[db.userId, invoice.id, toDecimal(payment.amount), payment.day, payment.method, payment.notes, invoice.currency],
      ...[payment.transferId ?? null, payment.unassignedEntryId ?? null, ...toValueRow(value)],
    ],
  )
  const { id } = inserted!
  await bumpInvoiceVersion(db, invoice.id)
  const after = formatDatedPayment({ ...payment, currency: invoice.currency })
  await recordEvent(db, invoiceType, invoice.id, 'payment', [{ field: 'Payment', before: null, after }])
  if (payment.sendReceipt) await notifyPayment(db, id)
  return id
}

type Outstanding = Pick<ManualPayment, 'day' | 'sendReceipt'>

export const payOutstanding = async (clock: Clock, db: UserDb, invoiceId: number, { day, sendReceipt }: Outstanding): Promise<void> => {
  const invoice = await lockBalance(db, invoiceId)
  if (invoice.due > 0)
    await insertManualPayment(clock, db, invoice, { amount: invoice.due, day, method: 'manual', notes: 'Marked as paid', sendReceipt })
  else if (invoice.status === 'draft') await issueDocument(db, invoiceType, invoice.id)
  await markPaid(clock, db, await lockBalance(db, invoiceId))
  postInvoice(db, invoiceId)
}

/**
 * Open checkouts are closed first, so that the customer can't pay a second time.
 * @throws AppError 404, 409 when the invoice is paid, or while a payment is being confirmed; ProviderError when a checkout can't be closed
 */
export const markPaidManually = async (
  services: Services,
  userId: number,
  request: { invoiceId: number; day: Day; sendReceipt: boolean | undefined; idempotency: Idempotency | null },
): Promise<void> => {
  const { invoiceId, day, sendReceipt, idempotency } = request
  await withClosedCheckouts(services, userId, invoiceId, (db, invoice) =>
    runIdempotent(
      db,
      idempotency,
      async () => {
        if (invoice.status === 'paid' || (invoice.status !== 'draft' && asksForNothing(invoice))) throw refusePayment(invoice)
        await payOutstanding(services, db, invoiceId, { day, sendReceipt: sendReceipt ?? sendsReceipt(invoice) })
      },
      () => null,
    ),
  )
}
