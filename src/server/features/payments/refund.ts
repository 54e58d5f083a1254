import { z } from 'zod'
import { noteEvent } from '#server/papers/history.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { once } from '#server/platform/db/idempotency.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Idempotency } from '#server/platform/http/route.ts'
import { type Cents, showMoney, toDecimal } from '#shared/money.ts'
import { methodWords } from '#shared/payment-methods.ts'
import type { AskDeps } from './ask.ts'
import { noteAttention } from './attention.ts'
import { askRefund, queueRefund } from './refund.job.ts'
import { queueRefundEmail } from './refund-email.job.ts'
import { mayRefund, presentAccounts, type RefundFacts, refundable, refundFacts } from './refundable.ts'
import { readPayment } from './told.ts'

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
  deps: AskDeps,
  db: UserDb,
  { invoiceId, paymentId, amount, reason, sendEmail }: Wish,
): Promise<{ refundId: number }> => {
  // Also of a deleted invoice: the money that came for it is there, and has to be able to go back.
  await db.rows('select 1 from invoices where user_id = $1 and id = $2 for update', [db.userId, invoiceId])
  const [payment] = await db.rows<RefundFacts & { method: string }>(
    `select p.payment_method as method, ${refundFacts} from payments p where p.user_id = $1 and p.invoice_id = $2 and p.id = $3`,
    [db.userId, invoiceId, paymentId],
  )
  if (!payment) throw notFound('Payment')
  const present = await presentAccounts(deps, db)
  const may = mayRefund(payment, present)
  if (may !== true) throw new AppError(409, may)
  const most = refundable(payment, present)
  if (amount > most) {
    const message = `Amount must be at most ${showMoney(most)}, which is what is left of this payment`
    throw new AppError(400, message, { issues: [{ path: 'amount', message }] })
  }
  const [made] = await db.rows<{ id: number }>(
    'insert into payment_refunds (user_id, payment_id, amount, reason) values ($1, $2, $3, $4) returning id',
    [db.userId, paymentId, toDecimal(amount), reason],
  )
  const of = `${showMoney(amount)} of ${showMoney(payment.amount)}, ${methodWords(payment.method)}`
  const after = reason ? `${of}: ${reason}` : of
  await noteEvent(db, invoiceKind, invoiceId, 'refund asked', [{ field: 'Refund', before: null, after }])
  await noteAttention(db, invoiceId)
  await queueRefund(db, made!.id)
  const told = sendEmail ? await readPayment(db, paymentId) : undefined
  if (told?.customerEmail && !told.isDeleted) await queueRefundEmail(db, made!.id)
  return { refundId: made!.id }
}

/**
 * Gives back a payment, or a part of it, through the provider that took it. While the provider doesn't answer, the wish stands, and a job asks again
 * with the same key until it is known what became of it.
 * @throws AppError 404, 400 for more than is left, 409 when nothing may be given back or the provider refuses
 */
export const refundPayment = async (deps: AskDeps, userId: number, wish: Wish): Promise<void> => {
  const begun = await deps.database.asUser(userId, (db) => once(db, wish.idempotency, () => begin(deps, db, wish), JSON.stringify))
  const { refundId } = kept.parse(JSON.parse(begun.text!))
  const answer = await askRefund(deps, userId, refundId)
  if (answer?.status === 'failed') throw new AppError(409, `The refund was refused. ${answer.problem ?? ''}`.trim())
}
