import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { unappliedPayment } from '#shared/api/payments.ts'
import { parseCents } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { FetchPaymentDeps } from './ask.ts'
import { getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from './refundable.ts'

type Unapplied = z.output<typeof unappliedPayment>
type Row = RefundFacts & { provider: ProviderName; paymentId: number; invoiceId: number; invoiceNumber: string; receivedAt: Date }

/** The most payments that are told at a time: those that are given back make room for others. */
const mostShown = 200

/** Money that came through a provider and stayed, for invoices that were deleted: the newest first. It can be given back, or the invoice be asked back. */
export const listUnappliedPayments = async (deps: Pick<FetchPaymentDeps, 'accounts'>, db: UserDb): Promise<Unapplied[]> => {
  const rows = await db.rows<Row>(
    `select p.id as "paymentId", p.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", p.created_at as "receivedAt", ${refundFactsSql}
     from payments p join invoices i on i.user_id = p.user_id and i.id = p.invoice_id
     where p.user_id = $1 and i.deleted_at is not null and p.provider <> 'manual' and p.status = 'succeeded' and p.amount > p.refunded
     order by p.id desc limit $2`,
    [db.userId, mostShown],
    'payments.unapplied',
  )
  if (rows.length === 0) return []
  const present = await readAccountIds(deps, db)
  return rows.map((row) => ({
    paymentId: row.paymentId,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    amount: parseCents(row.amount),
    refundable: getRefundableAmount(row, present),
    provider: row.provider,
    receivedAt: row.receivedAt,
  }))
}
