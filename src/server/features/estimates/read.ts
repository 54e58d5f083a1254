import { z } from 'zod'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { buildRecordSql, scheduledSendSql } from '#server/domain/documents/lists/record-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { estimate } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { reviewPath } from '#shared/paths.ts'

export const estimateRecordSql = buildRecordSql(estimateType, {
  columns: `case when p.status <> 'draft' then $3::text || '${reviewPath('')}' || (
           select public.public_id from public_links public where public.user_id = $1 and public.document_id = p.id) end as "publicUrl", ${scheduledSendSql} as "scheduledSend",
         trim_scale(p.deposit_percent)::text as "depositPercent", p.deposit_amount::text as "depositAmount",
         json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name),
           'company', case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, 'email', c.email) as customer,
         (select json_build_object('id', i.id, 'invoiceNumber', i.number, 'isDeleted', i.deleted_at is not null)
          from documents i where i.user_id = $1 and i.source_document_id = p.id and i.invoice_kind = 'standard'
          order by i.deleted_at is not null, i.part_no desc limit 1) as invoice,
         (select json_build_object(
            'at', to_char(e.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', e.responded_by, 'reason', e.reason)
          from estimate_responses e where e.user_id = $1 and e.document_id = p.id) as answer`,
})

export type Estimate = z.output<typeof estimate>

const estimates = z.array(estimate)

export const parseEstimates = (rows: unknown[]): Estimate[] => estimates.parse(rows)

/** The link is a path otherwise, so that it is valid for every URL of the server. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (estimate: Estimate): Estimate => ({ ...estimate, publicUrl: estimate.publicUrl && absolute(estimate.publicUrl) })

/** @throws AppError 404 */
export const getEstimate = async (db: UserDb, id: number, today: Day): Promise<Estimate> => {
  const [found] = parseEstimates(await db.rows(estimateRecordSql.one, [db.userId, today, '', id], 'estimates.one'))
  if (!found) throw notFound('Estimate')
  return found
}

/** Locked until the end of the transaction, which serializes edits, conversions, answers, emails and deletions. @throws AppError 404 */
export const lockEstimate = async (db: UserDb, id: number): Promise<{ version: number }> => {
  const [found] = await db.rows<{ version: number }>(
    "select version from documents where user_id = $1 and id = $2 and type = 'estimate' and deleted_at is null for no key update",
    [db.userId, id],
    'estimates.lock',
  )
  if (!found) throw notFound('Estimate')
  return found
}
