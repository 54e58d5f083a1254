import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { readBalance } from '#server/domain/payments/balance/balance.ts'
import { formatDatedPayment, formatPayment, formatRefund } from '#server/domain/payments/format.ts'
import { notifyDispute, notifyPayment, notifyRefundUndone } from '#server/domain/payments/notifications.ts'
import type { Charge, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { type PaymentValue, toValueRow, valuePayment } from '#server/domain/payments/value-payment.ts'
import { reverseForMoney } from '#server/domain/payments/write-offs/write-offs.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { payments } from '#server/platform/db/schema/index.ts'
import type { Day } from '#shared/dates.ts'
import { toHome } from '#shared/exchange-rates.ts'
import { type Amount, parseAmount, toAmount, toDecimal, zero } from '#shared/money.ts'
import { type HomeReturned, insertReturn, valueReturns } from './record-returns.ts'

const paymentMethods = { stripe: 'card', paypal: 'paypal' } as const

/** Whatever the status of its attempt is by now. */
export const isRecorded = async (db: UserDb, { provider }: Pick<PaymentAttempt, 'provider'>, { ref }: Charge): Promise<boolean> =>
  (await db.rows('select 1 from payments where user_id = $1 and provider = $2 and charge_ref = $3', [db.userId, provider, ref])).length > 0

type StoredPayment = {
  id: number
  invoiceId: number
  day: Day
  refunded: string
  dispute: Charge['dispute']
  amount: string
  currency: string
  method: string
  exchangeRate: string | null
}

/**
 * Once: a new payment with its receipt and notification, a known one with its refunds and its dispute. Call it under the invoice's lock.
 * @param options.failed the part of the refunds that comes back because refunds made here failed; those have their own notifications
 * @param options.now its day in the user's time zone is the day of a refund
 * @returns of a new payment, what had been refunded before it was recorded; else zero
 */
export const recordCharge = async (
  db: UserDb,
  attempt: Pick<PaymentAttempt, 'id' | 'invoiceId' | 'provider'>,
  charge: Charge,
  paymentIntentId: string | null,
  { failed = zero, now }: { failed?: Amount; now: Date },
): Promise<Amount> => {
  const [stored] = await db.rows<StoredPayment>(
    `select id, document_id as "invoiceId", payment_date as day, refunded, dispute, amount, currency, payment_method as method,
            exchange_rate::text as "exchangeRate" from payments
     where user_id = $1 and provider = $2 and charge_ref = $3 for update`,
    [db.userId, attempt.provider, charge.ref],
  )
  const payment = stored ?? (await insertPayment(db, attempt, charge, paymentIntentId, now))
  db.announce('payments')
  const before = parseAmount(payment.refunded)
  const after = toAmount(Math.min(charge.refunded, charge.amount))
  const isWonBack = payment.dispute === 'lost' && charge.dispute === 'won'
  if (!isWonBack) await reportRefund(db, attempt.invoiceId, payment, { before, after, dispute: charge.dispute, failed })
  await reportDispute(db, attempt.invoiceId, payment, charge.dispute)
  await insertReturn(db, payment, toAmount(after - before), await getUserToday(db, now))
  const { fee, value, returned } =
    payment.exchangeRate === null ? { fee: charge.fee, value: null, returned: null } : await convertCharge(db, attempt, charge, payment)
  if (returned !== null) await valueReturns(db, { ...payment, exchangeRate: value?.exchangeRate ?? payment.exchangeRate! }, returned, now)
  // A fee that is known stays, whatever a later answer leaves out.
  await db.rows(
    `update payments set refunded = $3, dispute = $4, fee = coalesce($5, fee), home_amount = coalesce($6, home_amount),
            exchange_rate = coalesce($7, exchange_rate), rate_source = coalesce($8, rate_source) where user_id = $1 and id = $2`,
    [db.userId, payment.id, toDecimal(after), charge.dispute, fee === null ? null : toDecimal(fee), ...toValueRow(value)],
  )
  return stored ? zero : after
}

type ConvertedCharge = { fee: Amount | null; value: PaymentValue | null; returned: HomeReturned | null }

/** In the home currency; `value` and `returned` are null until the provider has said them. */
const convertCharge = async (
  db: UserDb,
  { invoiceId }: Pick<PaymentAttempt, 'invoiceId'>,
  { amount, currency, fee, settlement }: Charge,
  { day, exchangeRate }: Pick<StoredPayment, 'day' | 'exchangeRate'>,
): Promise<ConvertedCharge> => {
  const invoice = await readBalance(db, invoiceId)
  const isSettled = settlement?.currency.toUpperCase() === invoice.homeCurrency
  const value = isSettled ? await valuePayment(db, invoice, { amount, currency, day }, { settlement }) : null
  const { homeCurrency } = invoice
  const returned = isSettled && settlement.returned !== null ? { amount: settlement.returned, homeCurrency } : null
  if (isSettled && settlement.fee !== null) return { fee: settlement.fee, value, returned }
  return { fee: fee === null ? null : toHome(fee, value?.exchangeRate ?? exchangeRate!, homeCurrency), value, returned }
}

const newRow = describeRow(payments, [
  ...(['documentId', 'attemptId', 'amount', 'currency', 'paymentDate', 'paymentMethod', 'provider', 'chargeRef'] as const),
  ...(['stripePaymentIntentId', 'stripeChargeId', 'homeAmount', 'exchangeRate', 'rateSource'] as const),
])

const insertPayment = async (
  db: UserDb,
  { id, invoiceId, provider }: Pick<PaymentAttempt, 'id' | 'invoiceId' | 'provider'>,
  { ref, amount, currency, at, settlement }: Charge,
  paymentIntentId: string | null,
  now: Date,
): Promise<StoredPayment> => {
  const [method, day, isCard] = [paymentMethods[provider], await getUserToday(db, at), provider === 'stripe']
  const invoice = await readBalance(db, invoiceId)
  await reverseForMoney({ now: () => now }, db, invoice, { amount, day })
  const value = await valuePayment(db, invoice, { amount, currency, day }, { settlement })
  const [payment] = await db.rows<{ id: number }>(
    `insert into payments (user_id, status, ${newRow.names}) values ($1, 'succeeded', ${newRow.values('$2')}) returning id`,
    [
      db.userId,
      newRow.encode({
        ...{ documentId: invoiceId, attemptId: id, amount, currency: currency.toLowerCase(), paymentDate: day, paymentMethod: method },
        ...{ provider, chargeRef: ref, stripePaymentIntentId: paymentIntentId, stripeChargeId: isCard ? ref : null },
        ...{ homeAmount: value?.homeAmount, exchangeRate: value?.exchangeRate, rateSource: value?.rateSource },
      }),
    ],
  )
  const after = formatDatedPayment({ amount, currency, method, day })
  await recordEvent(db, invoiceType, invoiceId, 'payment', [{ field: 'Payment', before: null, after }], 'Customer')
  await notifyPayment(db, payment!.id)
  const stored = { id: payment!.id, invoiceId, day, refunded: '0.00', dispute: null, amount: toDecimal(amount), currency, method }
  return { ...stored, exchangeRate: value?.exchangeRate ?? null }
}

type RefundChange = { before: Amount; after: Amount; dispute: Charge['dispute']; failed: Amount }

/** What a lost dispute took is reported as the dispute, not as a refund. */
const reportRefund = async (db: UserDb, invoiceId: number, payment: StoredPayment, change: RefundChange): Promise<void> => {
  const { before, after, dispute, failed } = change
  if (before === after || (after > before && dispute === 'lost')) return
  const kind = after > before ? 'refunded' : 'refund undone'
  const refund = formatRefund(toAmount(Math.abs(after - before)), payment)
  await recordEvent(db, invoiceType, invoiceId, kind, [{ field: 'Refund', before: null, after: refund }], 'Billfold')
  const unexplained = before - after - failed
  if (unexplained > 0) await notifyRefundUndone(db, payment.id, toAmount(unexplained))
}

const disputeKinds = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const

const reportDispute = async (db: UserDb, invoiceId: number, payment: StoredPayment, dispute: Charge['dispute']): Promise<void> => {
  if (dispute === null || dispute === payment.dispute) return
  const by = dispute === 'open' ? 'Customer' : 'Billfold'
  await recordEvent(
    db,
    invoiceType,
    invoiceId,
    disputeKinds[dispute],
    [{ field: 'Payment', before: null, after: formatPayment(payment) }],
    by,
  )
  await notifyDispute(db, payment.id, dispute)
}
