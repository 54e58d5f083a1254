import type { z } from 'zod'
import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import { getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from '#server/domain/payments/refunds/refundable.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { invoicePayment, paymentRefund } from '#shared/contract/invoice-payments.ts'
import { parseCents } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'

type Payment = z.output<typeof invoicePayment>
type ShownRefund = z.output<typeof paymentRefund>
type Row = Omit<Payment, 'amount' | 'refunded' | 'refundable' | 'refunds'> & RefundFacts
type RefundRow = Omit<ShownRefund, 'amount'> & { paymentId: number; amount: string }
type Deps = Pick<FetchPaymentDeps, 'accounts'>

const columns = `p.id, p.payment_date as "paymentDate", p.payment_method as "paymentMethod", p.notes, p.created_at as "recordedAt",
  p.provider = 'manual' and p.status = 'succeeded' as "canUndo", ${refundFactsSql}`

/** The newest payments of an invoice that are told, and the newest of their refunds. */
const mostShown = 200

const withRefunds = async (deps: Deps, db: UserDb, rows: readonly Row[]): Promise<Payment[]> => {
  // Most invoices were never paid by a provider, and need none of this.
  if (rows.every(({ provider }) => provider === 'manual')) return rows.map((row) => asShown(row, [], {}))
  const refunds = await db.rows<RefundRow>(
    `select id, payment_id as "paymentId", amount, reason, status, problem, created_at as "askedAt"
     from payment_refunds where user_id = $1 and payment_id = any($2::int[]) order by id desc limit $3`,
    [db.userId, rows.map(({ id }) => id), mostShown],
    'payments.refunds',
  )
  const present = await readAccountIds(deps, db)
  return rows.map((row) =>
    asShown(
      row,
      refunds.filter(({ paymentId }) => paymentId === row.id),
      present,
    ),
  )
}

const asShown = (
  { underway: _, accountId: __, ...row }: Row,
  refunds: readonly RefundRow[],
  present: Parameters<typeof getRefundableAmount>[1],
): Payment => ({
  ...row,
  amount: parseCents(row.amount),
  refunded: parseCents(row.refunded),
  paymentMethod: getMethodLabel(row.paymentMethod),
  refundable: getRefundableAmount({ ...row, underway: _, accountId: __ }, present),
  refunds: refunds.map(({ paymentId, ...refund }) => ({ ...refund, amount: parseCents(refund.amount) })),
})

/** A payment as its owner sees it. @throws AppError 404 */
export const readPaymentView = async (deps: Deps, db: UserDb, paymentId: number): Promise<Payment> => {
  const rows = await db.rows<Row>(`select ${columns} from payments p where p.user_id = $1 and p.id = $2`, [db.userId, paymentId])
  const [payment] = await withRefunds(deps, db, rows)
  if (!payment) throw notFound('Payment')
  return payment
}

/** An invoice's newest payments whatever became of them, newest first. */
export const listPayments = async (deps: Deps, db: UserDb, invoiceId: number): Promise<Payment[]> =>
  withRefunds(
    deps,
    db,
    await db.rows<Row>(
      `select ${columns} from payments p where p.user_id = $1 and p.invoice_id = $2 order by p.id desc limit $3`,
      [db.userId, invoiceId, mostShown],
      'history.payments',
    ),
  )
