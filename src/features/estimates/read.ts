import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { publicUrlSql, scheduledSendSql } from '#server/domain/documents/lists/record-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { estimate } from '#shared/contract/estimates.ts'
import { estimateStatuses, estimateStatusLabels } from '#shared/estimate-rules.ts'

export type Estimate = z.output<typeof estimate>

export const estimates = createDocumentRecords(estimateType, {
  schema: estimate,
  sql: {
    columns: `${publicUrlSql(estimateType)}, ${scheduledSendSql} as "scheduledSend",
         trim_scale(p.deposit_percent)::text as "depositPercent", p.deposit_amount::text as "depositAmount",
         json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name),
           'company', case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, 'email', c.email) as customer,
         (select json_build_object('id', i.id, 'invoiceNumber', i.number, 'isDeleted', i.deleted_at is not null)
          from documents i where i.user_id = $1 and i.source_document_id = p.id and i.invoice_kind = 'standard'
          order by i.deleted_at is not null, i.part_no desc limit 1) as invoice,
         (select json_build_object(
            'at', to_char(e.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', e.responded_by, 'reason', e.reason)
          from estimate_responses e where e.user_id = $1 and e.document_id = p.id) as answer`,
  },
  link: 'publicUrl',
  searched: [sql`coalesce(case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, '')`],
  statuses: estimateStatuses,
  columns: [
    ['Estimate', ({ estimateNumber }) => estimateNumber],
    ['Customer', ({ customer }) => customer.name],
    ['Company', ({ customer }) => customer.company],
    ['Email', ({ customer }) => customer.email],
    ['Status', ({ status }) => estimateStatusLabels[status]],
    ['Issue Date', ({ issueDate }) => issueDate],
    ['Expiry Date', ({ expiryDate }) => expiryDate],
  ],
  furtherColumns: [['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? null]],
})
export const getEstimate = estimates.get

/** `status` is the stored one, which isn't 'expired' by date. */
type StoredState = Pick<Estimate, 'version' | 'status'>

/** Locked until the end of the transaction, which serializes edits, conversions, answers, emails and deletions. @throws AppError 404 */
export const lockEstimate = async (db: UserDb, id: number): Promise<StoredState> => {
  const [found] = await db.rows<StoredState>(
    "select version, status from documents where user_id = $1 and id = $2 and type = 'estimate' and deleted_at is null for no key update",
    [db.userId, id],
    'estimates.lock',
  )
  if (!found) throw notFound('Estimate')
  return found
}
