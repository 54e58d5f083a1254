import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { scheduledSendSql } from '#server/domain/documents/lists/record-sql.ts'
import { estimate } from '#shared/contract/estimates.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'

export type Estimate = z.output<typeof estimate>

export const estimates = createDocumentRecords(estimateType, {
  schema: estimate,
  sql: {
    customer: `json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name),
           'company', case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, 'email', c.email)`,
    columns: `${scheduledSendSql} as "scheduledSend", trim_scale(p.deposit_percent)::text as "depositPercent", p.deposit_amount::text as "depositAmount",
         (select json_build_object('id', i.id, 'invoiceNumber', i.number, 'isDeleted', i.deleted_at is not null)
          from documents i where i.user_id = $1 and i.source_document_id = p.id and i.invoice_kind = 'standard'
          order by i.deleted_at is not null, i.part_no desc limit 1) as invoice,
         (select json_build_object(
            'at', to_char(e.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', e.responded_by, 'reason', e.reason)
          from estimate_responses e where e.user_id = $1 and e.document_id = p.id) as answer`,
  },
  searched: [sql`coalesce(case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, '')`],
  statuses: estimateStatuses,
  columns: (usual) => usual.toSpliced(2, 0, ['Company', ({ customer }) => customer.company]),
  furtherColumns: [['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? null]],
})
export const { get: getEstimate, lock: lockEstimate } = estimates
