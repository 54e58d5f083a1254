import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { bumpInvoiceVersion, type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { markPaid } from '#server/domain/payments/balance/update-invoice-status.ts'
import { notifyPayment } from '#server/domain/payments/notify.ts'
import { describePayment } from '#server/domain/payments/payment-label.ts'
import { withPagesClosedForInvoice } from '#server/domain/payments/reconcile/close-attempts.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Idempotency, runIdempotent } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { type Cents, toDecimal } from '#shared/money.ts'

export type ManualDeps = ReconcileDeps & {
  /** Turns a draft into a sent invoice: its receipt leads to its page, and its details stay as they are now. Does nothing to others. */
  issue: (db: UserDb, invoiceId: number) => Promise<void>
}

export const alreadyPaid = () => new AppError(409, 'This invoice has already been paid.')

export type ManualPayment = { amount: Cents; day: Day; method: string; notes: string | null; sendReceipt: boolean }

/** Writes down money that the owner says came; a draft is issued by it. The caller settles the invoice. @returns the payment's id */
export const insertManualPayment = async (
  deps: ManualDeps,
  db: UserDb,
  invoice: InvoiceBalance,
  payment: ManualPayment,
): Promise<number> => {
  if (invoice.status === 'draft') await deps.issue(db, invoice.id)
  const [made] = await db.rows<{ id: number }>(
    `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, status, notes)
     values ($1, $2, $3, $4, $5, 'manual', 'succeeded', $6) returning id`,
    [db.userId, invoice.id, toDecimal(payment.amount), payment.day, payment.method, payment.notes],
  )
  await bumpInvoiceVersion(db, invoice.id)
  await recordEvent(db, invoiceType, invoice.id, 'payment', [{ field: 'Payment', before: null, after: describePayment(payment) }])
  if (payment.sendReceipt) await notifyPayment(db, made!.id)
  return made!.id
}

type Outstanding = Pick<ManualPayment, 'day' | 'sendReceipt'>

/** Records what is outstanding, if anything is, and makes the invoice paid: also one that asks for nothing. */
export const payOutstanding = async (deps: ManualDeps, db: UserDb, invoiceId: number, { day, sendReceipt }: Outstanding): Promise<void> => {
  const invoice = await lockBalance(db, invoiceId)
  if (invoice.due > 0)
    await insertManualPayment(deps, db, invoice, { amount: invoice.due, day, method: 'manual', notes: 'Marked as paid', sendReceipt })
  else if (invoice.status === 'draft') await deps.issue(db, invoice.id)
  await markPaid(deps, db, await lockBalance(db, invoiceId))
}

/**
 * The signed-in owner says that the money came by another way: records a manual payment of what is outstanding.
 * An open payment page is closed first, so that the customer can't pay a second time. Said again with the same key, nothing more happens.
 * @throws AppError 409 when the invoice is paid already, or a card payment for it is being confirmed
 */
export const markPaidManually = async (
  deps: ManualDeps,
  userId: number,
  wish: { invoiceId: number; day: Day; sendReceipt: boolean | undefined; idempotency: Idempotency | null },
): Promise<void> => {
  const { invoiceId, day } = wish
  await withPagesClosedForInvoice(deps, userId, invoiceId, (db, invoice) =>
    runIdempotent(
      db,
      wish.idempotency,
      async () => {
        if (invoice.status === 'paid') throw alreadyPaid()
        await payOutstanding(deps, db, invoiceId, { day, sendReceipt: wish.sendReceipt ?? sendsReceipt(invoice) })
      },
      () => null,
    ),
  )
}
