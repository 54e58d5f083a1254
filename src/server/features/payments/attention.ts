import type { UserDb } from '#server/platform/db/client.ts'

/**
 * Keeps with an invoice what about its payments wants its owner's eye; the gravest is told. Asked under the invoice's lock, after everything that
 * moves money or decides about it.
 */
export const noteAttention = (db: UserDb, invoiceId: number) =>
  db.rows(
    `update invoices i set payment_attention = found.attention
     from (select case
         when exists (select 1 from payment_attempts where user_id = $1 and invoice_id = $2 and status = 'review') then 'review'
         when bool_or(p.dispute = 'open') then 'dispute'
         when bool_or(p.amount > p.refunded and (
           select r.status from payment_refunds r where r.user_id = p.user_id and r.payment_id = p.id order by r.id desc limit 1) = 'failed')
           then 'refund failed'
         when sum(p.amount - p.refunded) > (select total from invoices where user_id = $1 and id = $2) then 'overpaid'
       end as attention
       from payments p where p.user_id = $1 and p.invoice_id = $2 and p.status = 'succeeded') found
     where i.user_id = $1 and i.id = $2 and i.payment_attention is distinct from found.attention`,
    [db.userId, invoiceId],
    'payments.attention',
  )
