import { invoiceType } from '#server/domain/documents/document-type.ts'
import { buildRecordSql } from '#server/domain/documents/lists/record-sql.ts'

/** The SQL of invoice records. */
export const invoiceRecordSql = buildRecordSql(invoiceType, {
  columns: `paid.amount::text as "amountPaid", greatest(p.total - paid.amount, 0)::numeric(14,2)::text as "balanceDue",
         p.payment_attention as "paymentAttention", p.estimate_id as "estimateId", $3::text || p.payment_url as "paymentUrl",
         json_build_object('name', coalesce(p.customer_as_sent ->> 'name', c.name), 'email', c.email) as customer`,
  joins: `cross join lateral (
    select coalesce(sum(pay.amount - pay.refunded), 0)::numeric(14,2) as amount
    from payments pay where pay.user_id = p.user_id and pay.invoice_id = p.id and pay.status = 'succeeded') paid`,
})
