import type { Business } from '#server/domain/business/business.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { refreshDocumentEntry } from './search-entry.ts'

/** The customer is the one of the invoice, also where their record has changed since. */
const storePartiesQuery = `
  update documents n set business_snapshot = $3, sent_at = now(), customer_snapshot = coalesce(
    (select i.customer_snapshot from documents i where i.user_id = $1 and i.id = n.credited_invoice_id), ${customerJsonSql})
  from customers c where n.user_id = $1 and n.id = $2 and c.user_id = $1 and c.id = n.customer_id`

/** Stores the current details of both parties with a credit note, so that later edits don't change it. */
/** Stores the current details of both parties with a credit note, so that later edits don't change it. */
export const storeParties = async (db: UserDb, id: number, business: Business): Promise<void> => {
  await db.rows(storePartiesQuery, [db.userId, id, JSON.stringify(business)], 'credit-notes.parties')
  await refreshDocumentEntry(db, id)
}
