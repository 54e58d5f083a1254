import { estimateType } from '#server/domain/documents/document-type.ts'
import { buildRecordSql } from '#server/domain/documents/lists/record-sql.ts'
import { reviewPath } from '#shared/paths.ts'

/** The SQL of estimate records. */
export const estimateRecordSql = buildRecordSql(estimateType, {
  columns: `case when p.status <> 'draft' then $3::text || '${reviewPath('')}' || (
           select public.public_id from public_estimates public where public.user_id = p.user_id and public.estimate_id = p.id) end as "publicUrl",
         json_build_object('name', coalesce(p.customer_as_sent ->> 'name', c.name),
           'company', case when p.customer_as_sent is null then c.company else p.customer_as_sent ->> 'company' end, 'email', c.email) as customer,
         (select json_build_object('id', i.id, 'invoiceNumber', i.invoice_number, 'isDeleted', i.deleted_at is not null)
          from invoices i where i.user_id = p.user_id and i.estimate_id = p.id) as invoice,
         case when p.answered_at is not null then json_build_object(
           'at', to_char(p.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', p.answered_by, 'reason', p.decline_reason) end as answer`,
})
