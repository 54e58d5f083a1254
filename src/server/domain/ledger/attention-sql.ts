import { netSql } from './paid-sql.ts'

/**
 * SQL expression for the most serious problem with an invoice's payments that needs the owner's attention; null for none. `$1` is the user.
 * @param invoiceId SQL expression for the id of the invoice, which may be deleted
 */
export const attentionSql = (invoiceId: string): string =>
  `(select case
      when exists (select 1 from payment_attempts where user_id = $1 and invoice_id = ${invoiceId} and status = 'review') then 'review'
      when bool_or(p.dispute = 'open') then 'dispute'
      when bool_or(p.amount > p.refunded and (
        select r.status from payment_refunds r where r.user_id = p.user_id and r.payment_id = p.id order by r.id desc limit 1) = 'failed')
        then 'refund failed'
      when ${netSql('p')} > (select total from invoices where user_id = $1 and id = ${invoiceId}) then 'overpaid'
    end
    from payments p where p.user_id = $1 and p.invoice_id = ${invoiceId} and p.status = 'succeeded')`
