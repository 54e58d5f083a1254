import { z } from 'zod'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { refuseWhileDeducted } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { bumpInvoiceVersion, lockInvoice, readBalance } from '#server/domain/payments/balance/balance.ts'
import { updateAttention } from '#server/domain/payments/balance/update-invoice-status.ts'
import { refuseWhileApplied } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { formatInCurrency, formatRefund } from '#server/domain/payments/format.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import { getCheckDelayMinutes } from '#server/domain/payments/reconcile/recheck.job.ts'
import { insertReturn } from '#server/domain/payments/reconcile/record-returns.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Idempotency, runIdempotent } from '#server/platform/db/idempotency.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type Amount, parseAmount, toDecimal } from '#shared/money.ts'
import { queueRefund, requestRefund } from './refund.job.ts'
import { canRefund, getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from './refundable.ts'

type RefundRequest = {
  invoiceId: number
  paymentId: number
  amount: Amount
  /** Undefined is today. */
  day: Day | undefined
  reason: string | null
  sendEmail: boolean
  withCreditNote: boolean
  idempotency: Idempotency | null
}

const storedAnswer = z.object({ refundId: z.int() })

/** Provided by the credit notes. @throws AppError 400 or 409 when that can't be credited */
type CreditRefund = (db: UserDb, invoiceId: number, credited: { amount: Amount; issueDate: Day }) => Promise<void>

type Return = { payment: { id: number; invoiceId: number; day: Day; currency: string }; day: Day; amount: Amount }

/** That the owner gave back by hand. */
const recordReturn = async (db: UserDb, { payment, day, amount }: Return): Promise<void> => {
  await db.rows('update payments set refunded = refunded + $3 where user_id = $1 and id = $2', [db.userId, payment.id, toDecimal(amount)])
  await insertReturn(db, payment, amount, day)
  await bumpInvoiceVersion(db, payment.invoiceId)
  postInvoice(db, payment.invoiceId, { days: [{ day, path: 'day' }] })
}

/** @throws AppError 400 for a day that the refund can't have */
const refuseDay = (day: Day, payment: { provider: string; day: Day }): void => {
  const refuse = (message: string) => new AppError(400, message, { issues: [{ path: 'day', message }] })
  if (payment.provider !== 'manual') throw refuse('Day is that on which the provider makes the refund: leave it out')
  if (day < payment.day) throw refuse(`Day must not be before that of the payment, ${formatDay(payment.day)}`)
}

/** Waits until the refund has succeeded, then sends the customer an email about it. `round` counts how often it has waited. */
export const refundEmailJob = job('payments.refund-email', { refundId: z.int(), round: z.int() })

/** Most providers have answered by then. */
const firstDelayMs = 5_000

export const queueRefundEmail = async (db: UserDb, refundId: number, round = 0): Promise<void> => {
  const minutes = round === 0 ? 0 : getCheckDelayMinutes(round)
  if (minutes === null) return
  const runAt = new Date(Date.now() + (round === 0 ? firstDelayMs : minutes * 60_000))
  const key = `refund-email-${db.userId}-${refundId}-${round}`
  await enqueue(db, refundEmailJob, { userId: db.userId, refundId, round }, { key, runAt })
}

/** Stores the refund before the provider is called: repeated calls then repeat the same refund. */
const insertRefund = async (
  services: Services,
  db: UserDb,
  { invoiceId, paymentId, amount, day: asked, reason, sendEmail, withCreditNote }: RefundRequest,
  creditRefund: CreditRefund,
): Promise<z.output<typeof storedAnswer>> => {
  // Payments of a deleted invoice can be refunded too.
  await lockInvoice(db, invoiceId)
  const [payment] = await db.rows<RefundFacts & { currency: string; method: string; day: Day }>(
    `select p.currency, p.payment_method as method, p.payment_date as day, ${refundFactsSql} from payments p where p.user_id = $1 and p.document_id = $2 and p.id = $3`,
    [db.userId, invoiceId, paymentId],
  )
  if (!payment) throw notFound('Payment')
  if (asked !== undefined) refuseDay(asked, payment)
  const day = asked ?? (await getUserToday(db, services.now()))
  const current = await readAccountIds(services.accounts, db)
  const may = canRefund(payment, current)
  if (may !== true) throw new AppError(409, may)
  const refundable = getRefundableAmount(payment, current)
  if (amount > refundable) {
    const message = `Amount must be at most ${formatInCurrency({ amount: refundable, currency: payment.currency })}, which is what is left of this payment`
    throw new AppError(400, message, { issues: [{ path: 'amount', message }] })
  }
  const currency = payment.currency.toUpperCase()
  if (isCurrency(currency)) refuseAmount(amount, currency)
  if (withCreditNote) await creditRefund(db, invoiceId, { amount, issueDate: day })
  const { paid, applied, settled, total } = await readBalance(db, invoiceId)
  if (!withCreditNote && settled - amount - parseAmount(payment.pendingRefunds) < total)
    await refuseWhileDeducted(db, invoiceId, "its payment can't be refunded")
  if (paid - amount - parseAmount(payment.pendingRefunds) + applied < 0)
    await refuseWhileApplied(db, invoiceId, "that much of it can't be refunded")
  db.announce('payments')
  const isByHand = payment.provider === 'manual'
  const [inserted] = await db.rows<{ id: number }>(
    'insert into payment_refunds (user_id, payment_id, amount, day, reason, status) values ($1, $2, $3, $4, $5, $6) returning id',
    [db.userId, paymentId, toDecimal(amount), isByHand ? day : null, reason, isByHand ? 'succeeded' : 'asking'],
  )
  const refundId = inserted!.id
  const formatted = formatRefund(amount, payment)
  const after = reason ? `${formatted}: ${reason}` : formatted
  await recordEvent(db, invoiceType, invoiceId, isByHand ? 'refunded' : 'refund asked', [{ field: 'Refund', before: null, after }])
  if (isByHand) await recordReturn(db, { payment: { ...payment, id: paymentId, invoiceId }, day, amount })
  else await queueRefund(db, refundId)
  await updateAttention(db, invoiceId)
  const details = sendEmail ? await readPaymentDetails(db, paymentId) : undefined
  if (details?.customerEmail && !details.isDeleted) await queueRefundEmail(db, refundId)
  return { refundId }
}

/**
 * While the provider doesn't answer, a job repeats the call with the same idempotency key.
 * @throws AppError 404, 400 for more than is left, 409 when nothing can be refunded or the provider refuses
 */
export const refundPayment = async (
  services: Services,
  userId: number,
  request: RefundRequest,
  creditRefund: CreditRefund,
): Promise<void> => {
  const insert = (db: UserDb) =>
    runIdempotent(db, request.idempotency, () => insertRefund(services, db, request, creditRefund), JSON.stringify)
  const answer = await services.database.asUser(userId, insert)
  const { refundId } = storedAnswer.parse(JSON.parse(answer.text!))
  const refund = await requestRefund(services, userId, refundId)
  if (refund?.status === 'failed') throw new AppError(409, `The refund was refused. ${refund.problem ?? ''}`.trim())
}
