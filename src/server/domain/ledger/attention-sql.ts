import { paidAndCreditedSql } from './paid-sql.ts'

/** The most serious problem that needs the owner's attention; null for none. `$1` is the user; the invoice may be deleted. */
export const attentionSql = (invoiceId: string): string =>
  `(select case
      when exists (select 1 from payment_attempts where user_id = $1 and document_id = ${invoiceId} and status = 'review') then 'review'
      when bool_or(p.dispute = 'open') then 'dispute'
      when bool_or(p.amount > p.refunded and (
        select r.status from payment_refunds r where r.user_id = $1 and r.payment_id = p.id order by r.id desc limit 1) = 'failed')
        then 'refund failed'
      when exists (select 1 from documents d where d.user_id = $1 and d.id = ${invoiceId} and ${paidAndCreditedSql('d')} > d.total) then 'overpaid'
    end
    from payments p where p.user_id = $1 and p.document_id = ${invoiceId} and p.status = 'succeeded')`

/** SQL condition: a payment of the invoice `i` is on its way, under review or disputed at the provider. `$1` is the user. */
export const isUnsettledSql = (i: string): string => `coalesce(${i}.payment_attention in ('review', 'dispute') or exists (
  select from payment_attempts a where a.user_id = $1 and a.document_id = ${i}.id and a.status in ('pending', 'review')), false)`
