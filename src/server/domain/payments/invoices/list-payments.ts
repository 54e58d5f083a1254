import type { z } from 'zod'
import {
  type AccountIds,
  getRefundableAmount,
  type RefundFacts,
  readAccountIds,
  refundFactsSql,
} from '#server/domain/payments/refunds/refundable.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { invoicePayment, paymentRefund } from '#shared/contract/invoice-payments.ts'
import { homeRate } from '#shared/exchange-rates.ts'
import { parseAmount } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'

type PaymentView = z.output<typeof invoicePayment>
type RefundView = z.output<typeof paymentRefund>
type Row = Omit<PaymentView, 'amount' | 'homeAmount' | 'exchangeRate' | 'transfer' | 'refunded' | 'refundable' | 'refunds'> &
  RefundFacts & { homeAmount: string | null; exchangeRate: string | null; transferId: number | null; transferAmount: string | null }
type RefundRow = Omit<RefundView, 'amount'> & { paymentId: number; amount: string }

const columns = `p.id, p.payment_date as "paymentDate", p.payment_method as "paymentMethod", p.notes, p.created_at as "recordedAt",
  upper(p.currency) as currency, p.home_amount::text as "homeAmount", trim_scale(p.exchange_rate)::text as "exchangeRate", p.rate_source as "rateSource",
  p.provider = 'manual' and p.status = 'succeeded' as "canUndo",
  p.transfer_id as "transferId", (select sum(o.amount)::text from payments o where o.user_id = $1 and o.transfer_id = p.transfer_id and o.status = 'succeeded') as "transferAmount", ${refundFactsSql}`

const maxRows = 200

const withRefunds = async (services: Services, db: UserDb, rows: readonly Row[]): Promise<PaymentView[]> => {
  if (rows.every(({ provider, refunded }) => provider === 'manual' && Number(refunded) === 0)) return rows.map((row) => toView(row, [], {}))
  const refunds = await db.rows<RefundRow>(
    `select id, payment_id as "paymentId", amount, day, reason, status, problem, created_at as "askedAt"
     from payment_refunds where user_id = $1 and payment_id = any($2::bigint[]) order by id desc limit $3`,
    [db.userId, rows.map(({ id }) => id), maxRows],
    'payments.refunds',
  )
  const current = await readAccountIds(services.accounts, db)
  return rows.map((row) =>
    toView(
      row,
      refunds.filter(({ paymentId }) => paymentId === row.id),
      current,
    ),
  )
}

const toView = (
  { pendingRefunds, accountId, transferId, transferAmount, ...row }: Row,
  refunds: readonly RefundRow[],
  current: AccountIds,
): PaymentView => ({
  ...row,
  amount: parseAmount(row.amount),
  homeAmount: parseAmount(row.homeAmount ?? row.amount),
  exchangeRate: row.exchangeRate ?? homeRate,
  refunded: parseAmount(row.refunded),
  paymentMethod: getMethodLabel(row.paymentMethod),
  transfer: transferId === null ? null : { id: transferId, amount: parseAmount(transferAmount ?? '0.00') },
  refundable: getRefundableAmount({ ...row, pendingRefunds, accountId }, current),
  refunds: refunds.map(({ paymentId, ...refund }) => ({ ...refund, amount: parseAmount(refund.amount) })),
})

/** @throws AppError 404 */
export const readPaymentView = async (services: Services, db: UserDb, paymentId: number): Promise<PaymentView> => {
  const rows = await db.rows<Row>(`select ${columns} from payments p where p.user_id = $1 and p.id = $2`, [db.userId, paymentId])
  const [payment] = await withRefunds(services, db, rows)
  if (!payment) throw notFound('Payment')
  return payment
}

export const listPayments = async (services: Services, db: UserDb, invoiceId: number): Promise<PaymentView[]> =>
  withRefunds(
    services,
    db,
    await db.rows<Row>(
      `select ${columns} from payments p where p.user_id = $1 and p.document_id = $2 order by p.id desc limit $3`,
      [db.userId, invoiceId, maxRows],
      'history.payments',
    ),
  )
