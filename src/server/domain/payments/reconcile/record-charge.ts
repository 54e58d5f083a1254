import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { notifyPayment } from '#server/domain/payments/notify.ts'
import { describePayment } from '#server/domain/payments/payment-label.ts'
import type { Charge, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { notifyDispute } from '#server/features/payments/owner-notifications/disputed.job.ts'
import { notifyUndoneRefund } from '#server/features/payments/owner-notifications/refund-failed.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Cents, cents, formatMoney, parseCents, toDecimal, zero } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'

/** What a payment by this provider is stored as having come by. */
const methodOf = { stripe: 'card', paypal: 'paypal' } as const

/** Whether a charge stands in the books, whatever its attempt is judged as by now. */
export const isRecorded = async (db: UserDb, { provider }: Pick<PaymentAttempt, 'provider'>, { ref }: Charge): Promise<boolean> =>
  (await db.rows('select 1 from payments where user_id = $1 and provider = $2 and charge_ref = $3', [db.userId, provider, ref])).length > 0

type Known = { id: number; refunded: string; dispute: Charge['dispute']; amount: string; method: string }

/**
 * Brings a charge into the books: new money is added, receipted and told; of money that is there, what went back and where its dispute stands.
 * The same charge is never recorded twice. Asked under the invoice's lock.
 * @param failed what of it comes back because refunds that were asked for here failed; they are told by themselves
 * @param now the instant whose day in the user's zone the books give to what went back, or came back
 * @returns of money that is new here, what had gone back already: it came first, and counts as having come
 */
export const recordCharge = async (
  db: UserDb,
  attempt: Pick<PaymentAttempt, 'id' | 'invoiceId' | 'provider'>,
  charge: Charge,
  paymentIntentId: string | null,
  { failed = zero, now }: { failed?: Cents; now: Date },
): Promise<Cents> => {
  const [known] = await db.rows<Known>(
    `select id, refunded, dispute, amount, payment_method as method from payments
     where user_id = $1 and provider = $2 and charge_ref = $3 for update`,
    [db.userId, attempt.provider, charge.ref],
  )
  const payment = known ?? (await insertPayment(db, attempt, charge, paymentIntentId))
  const refunded = cents(Math.min(charge.refunded, charge.amount))
  const wasWonBack = payment.dispute === 'lost' && charge.dispute === 'won'
  if (!wasWonBack)
    await noteRefunded(db, attempt.invoiceId, {
      ...payment,
      before: parseCents(payment.refunded),
      after: refunded,
      dispute: charge.dispute,
      failed,
    })
  await noteDispute(db, attempt.invoiceId, { ...payment, before: payment.dispute, after: charge.dispute })
  await noteReturn(db, payment.id, cents(refunded - parseCents(payment.refunded)), now)
  await db.rows('update payments set refunded = $3, dispute = $4 where user_id = $1 and id = $2', [
    db.userId,
    payment.id,
    toDecimal(refunded),
    charge.dispute,
  ])
  return known ? cents(0) : refunded
}

const insertPayment = async (
  db: UserDb,
  { id, invoiceId, provider }: Pick<PaymentAttempt, 'id' | 'invoiceId' | 'provider'>,
  { ref, amount, currency, at }: Charge,
  paymentIntentId: string | null,
): Promise<Known> => {
  const [method, day, isCard] = [methodOf[provider], await getUserToday(db, at), provider === 'stripe']
  const [made] = await db.rows<{ id: number }>(
    `insert into payments (user_id, invoice_id, attempt_id, amount, currency, payment_date, payment_method, provider, charge_ref,
                           stripe_payment_intent_id, stripe_charge_id, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'succeeded') returning id`,
    [db.userId, invoiceId, id, toDecimal(amount), currency.toLowerCase(), day, method, provider, ref, paymentIntentId, isCard ? ref : null],
  )
  if (isCard)
    await db.rows('update invoices set stripe_payment_intent_id = $3 where user_id = $1 and id = $2', [
      db.userId,
      invoiceId,
      paymentIntentId,
    ])
  const said = describePayment({ amount, method, day })
  await recordEvent(db, invoiceType, invoiceId, 'payment', [{ field: 'Payment', before: null, after: said }], 'Customer')
  await notifyPayment(db, made!.id)
  return { id: made!.id, refunded: '0.00', dispute: null, amount: toDecimal(amount), method }
}

/** Writes down on which day money went back (or, negative, came back): never before the day on which it came. */
const noteReturn = async (db: UserDb, paymentId: number, change: Cents, now: Date): Promise<void> => {
  if (change === 0) return
  await db.rows(
    `insert into payment_returns (user_id, payment_id, day, amount)
     select user_id, id, greatest(payment_date, $3::date), $4 from payments where user_id = $1 and id = $2`,
    [db.userId, paymentId, await getUserToday(db, now), toDecimal(change)],
  )
}

/** '$150.25, Card' */
const shown = ({ amount, method }: Pick<Known, 'amount' | 'method'>) => `${formatMoney(amount)}, ${getMethodLabel(method)}`

type Refunded = Known & { before: Cents; after: Cents; failed: Cents }

/** Money went back, or a refund didn't reach its customer and came back. What a lost dispute took is told as that. */
const noteRefunded = async (db: UserDb, invoiceId: number, { before, after, dispute, failed, ...payment }: Refunded): Promise<void> => {
  if (before === after || (after > before && dispute === 'lost')) return
  const [kind, change] = after > before ? (['refunded', after - before] as const) : (['refund undone', before - after] as const)
  const said = `${formatMoney(cents(change))} of ${shown(payment)}`
  await recordEvent(db, invoiceType, invoiceId, kind, [{ field: 'Refund', before: null, after: said }], 'Billfold')
  const unexplained = before - after - failed
  if (unexplained > 0) await notifyUndoneRefund(db, payment.id, cents(unexplained))
}

const disputeKinds = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const
type Disputed = Known & { before: Charge['dispute']; after: Charge['dispute'] }

const noteDispute = async (db: UserDb, invoiceId: number, { before, after, ...payment }: Disputed): Promise<void> => {
  if (after === null || after === before) return
  const by = after === 'open' ? 'Customer' : 'Billfold'
  await recordEvent(db, invoiceType, invoiceId, disputeKinds[after], [{ field: 'Payment', before: null, after: shown(payment) }], by)
  await notifyDispute(db, payment.id, after)
}
