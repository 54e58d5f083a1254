import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { recurringRun } from '#shared/contract/recurring-invoices.ts'
import { getRecurringInvoice } from './store.ts'

const maxRuns = 500

/** Newest first. @throws AppError 404 */
export const listRuns = async (db: UserDb, id: number): Promise<z.output<typeof recurringRun>[]> => {
  await getRecurringInvoice(db, id)
  return db.rows(
    `select n.day, n.outcome, n.reason, n.at,
            case when d.id is not null then json_build_object('id', d.id, 'invoiceNumber', d.number, 'isDeleted', d.deleted_at is not null) end as invoice
     from recurring_runs n left join documents d on d.user_id = $1 and d.id = n.document_id
     where n.user_id = $1 and n.recurring_id = $2 order by n.day desc limit $3`,
    [db.userId, id, maxRuns],
  )
}
