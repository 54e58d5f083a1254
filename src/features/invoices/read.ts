import type { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { scheduledSendSql, withholdingSql } from '#server/domain/documents/lists/record-sql.ts'
import { dueNowSql } from '#server/domain/ledger/instalments-sql.ts'
import { invoicePaymentsSql, settledBySql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { invoice } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { describeEarlyDiscount, type EarlyDiscountOffer, getEarlyDiscountOffer } from '#shared/early-discounts.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { type Amount, parseAmount, toDecimal, zero } from '#shared/money.ts'

export type Invoice = z.output<typeof invoice>

export const invoices = createDocumentRecords(invoiceType, {
  schema: invoice,
  sql: {
    columns: `paid.net::text as "amountPaid", paid."writtenOff"::text as "amountWrittenOff", paid.credited::text as "amountCredited",
         paid.applied::text as "creditApplied", greatest(p.total - paid.settled, 0.00)::text as "balanceDue",
         ${settledBySql('p', 'paid')} as "settledBy",
         to_char(p.viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "viewedAt",
         p.early_discount_percent::text as "earlyDiscountPercent", p.early_discount_days as "earlyDiscountDays",
         ${withholdingSql},
         p.payment_attention as "paymentAttention", p.invoice_kind as kind, p.source_document_id as "estimateId", $3::text || p.payment_url as "paymentUrl", ${scheduledSendSql} as "scheduledSend"`,
    // Without 'offset', PostgreSQL computes it for each place where it is used.
    joins: `cross join lateral (select sums.* from ${invoicePaymentsSql('p')} sums offset 0) paid`,
  },
  link: 'paymentUrl',
  statuses: invoiceStatuses,
  furtherColumns: [
    ['Early Payment Discount', (invoice) => describeEarlyDiscount(invoice)],
    ['Withholding Tax', ({ withheld }) => toDecimal(withheld)],
    ['Paid', ({ amountPaid }) => toDecimal(amountPaid)],
    ['Written Off', ({ amountWrittenOff }) => toDecimal(amountWrittenOff)],
    ['Credited', ({ amountCredited }) => toDecimal(amountCredited)],
    ['Credit Applied', ({ creditApplied }) => toDecimal(creditApplied)],
    // A paid invoice stays paid after a refund; the refunded amount isn't due.
    ['Balance Due', ({ status, balanceDue }) => toDecimal(status === 'paid' ? zero : balanceDue)],
  ],
})
export const getInvoice = invoices.get

/** `dueNow` is less than the balance due with a payment schedule. `offer`: the discount for early payment, while a payment is in time. */
export type AskedInvoice = Invoice & { dueNow: Amount; offer: EarlyDiscountOffer | null }

/** @throws AppError 404 */
export const getAskedInvoice = async (db: UserDb, id: number, today: Day): Promise<AskedInvoice> => {
  const found = await getInvoice(db, id, today)
  const [row] = await db.rows<{ due: string }>(
    `select ${dueNowSql('i', '$3::date')}::text as due from documents i where i.user_id = $1 and i.id = $2`,
    [db.userId, id, today],
    'invoices.due-now',
  )
  const offer = getEarlyDiscountOffer(found)
  return {
    ...found,
    offer: offer && today <= offer.day ? offer : null,
    dueNow: found.status === 'paid' ? found.balanceDue : parseAmount(row!.due),
  }
}
