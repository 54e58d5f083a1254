import { paidAndCreditedSql } from './paid-sql.ts'

// The displayed status: a sent document past its due or expiry date is shown as overdue or expired, and an issued invoice with a total of zero as paid,
// without a change of its stored status. An invoice with a total is stored as paid when payments, credit or a write-off settle it, so nothing else can owe
// nothing. The rule is the SQL function `document_status`; `getInvoiceStatus` and `getEstimateStatus` in shared are the same rule in TypeScript.

/** What the displayed status depends on, besides the day. @param row alias of the document's row */
export const statusColumnsSql = (row: string): string => `${row}.status, ${row}.due_date, ${row}.expiry_date, ${row}.total`

/** @param row alias of the document's row @param today a date expression */
export const displayStatusSql = (row: string, today: string): string => `document_status(${statusColumnsSql(row)}, ${today})`

/** @param today a date expression @param owed SQL expression of the total of the invoice `row`, or of what is open of it */
// Without the expiry date, an index on due dates is enough.
export const isOverdueSql = (row: string, today: string, owed = `${row}.total`): string =>
  `document_status(${row}.status, ${row}.due_date, null, ${owed}, ${today}) = 'overdue'`

/** Condition for invoices that are shown as sent or overdue, on the index of open invoices: something is due. */
export const isOpenSql = (i: string): string =>
  `${i}.type = 'invoice' and ${i}.deleted_at is null and ${i}.status in ('sent', 'overdue') and ${i}.total > 0`

/** Condition for documents `d` that have entries in the journal of their own: invoices, and credit notes without one. */
export const isPostedSql = (d: string): string =>
  `(${d}.type = 'invoice' or ${d}.type = 'credit-note' and ${d}.credited_invoice_id is null)`

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
