import { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { updateAttention } from '#server/domain/payments/balance/attention.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import { queueRefundEmail } from '#server/features/payments/customer-emails/refund.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Idempotency, runIdempotent } from '#server/platform/db/idempotency.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { type Cents, formatMoney, toDecimal } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { queueRefund, requestRefund } from './refund.job.ts'
import { canRefund, getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from './refundable.ts'

type Wish = {
  invoiceId: number
  paymentId: number
  amount: Cents
  reason: string | null
  sendEmail: boolean
  idempotency: Idempotency | null
}

const kept = z.object({ refundId: z.int() })

/** Writes the wish down before anybody is asked: whatever happens then, the same refund is asked for again, and no second one. */
const begin = async (
  deps: FetchPaymentDeps,
  db: UserDb,
  { invoiceId, paymentId, amount, reason, sendEmail }: Wish,
): Promise<{ refundId: number }> => {
  // Also of a deleted invoice: the money that came for it is there, and has to be able to go back.
  await db.rows('select 1 from invoices where user_id = $1 and id = $2 for update', [db.userId, invoiceId])
  const [payment] = await db.rows<RefundFacts & { method: string }>(
    `select p.payment_method as method, ${refundFactsSql} from payments p where p.user_id = $1 and p.invoice_id = $2 and p.id = $3`,
    [db.userId, invoiceId, paymentId],
  )
  if (!payment) throw notFound('Payment')
  const present = await readAccountIds(deps, db)
  const may = canRefund(payment, present)
  if (may !== true) throw new AppError(409, may)
  const most = getRefundableAmount(payment, present)
  if (amount > most) {
    const message = `Amount must be at most ${formatMoney(most)}, which is what is left of this payment`
    throw new AppError(400, message, { issues: [{ path: 'amount', message }] })
  }
  const [made] = await db.rows<{ id: number }>(
    'insert into payment_refunds (user_id, payment_id, amount, reason) values ($1, $2, $3, $4) returning id',
    [db.userId, paymentId, toDecimal(amount), reason],
  )
  const of = `${formatMoney(amount)} of ${formatMoney(payment.amount)}, ${getMethodLabel(payment.method)}`
  const after = reason ? `${of}: ${reason}` : of
  await recordEvent(db, invoiceType, invoiceId, 'refund asked', [{ field: 'Refund', before: null, after }])
  await updateAttention(db, invoiceId)
  await queueRefund(db, made!.id)
  const told = sendEmail ? await readPaymentDetails(db, paymentId) : undefined
  if (told?.customerEmail && !told.isDeleted) await queueRefundEmail(db, made!.id)
  return { refundId: made!.id }
}

/**
 * Gives back a payment, or a part of it, through the provider that took it. While the provider doesn't answer, the wish stands, and a job asks again
 * with the same key until it is known what became of it.
 * @throws AppError 404, 400 for more than is left, 409 when nothing may be given back or the provider refuses
 */
export const refundPayment = async (deps: FetchPaymentDeps, userId: number, wish: Wish): Promise<void> => {
  const begun = await deps.database.asUser(userId, (db) => runIdempotent(db, wish.idempotency, () => begin(deps, db, wish), JSON.stringify))
  const { refundId } = kept.parse(JSON.parse(begun.text!))
  const answer = await requestRefund(deps, userId, refundId)
  if (answer?.status === 'failed') throw new AppError(409, `The refund was refused. ${answer.problem ?? ''}`.trim())
}
