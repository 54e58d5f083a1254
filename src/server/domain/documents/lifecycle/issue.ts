import { getBusiness } from '#server/domain/business/business.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'

/** An estimate that is sent again is no longer withdrawn. */
const clearWithdrawn = (type: DocumentType) => (type.name === 'estimate' ? 'withdrawn_at = null,' : '')

/**
 * Issues a draft without an event in its history, e.g. for an estimate that is accepted without having been sent. The current details of both parties
 * are stored with the document, so that later edits don't change it.
 * @returns false when the document isn't a draft and nothing was done
 */
export const issueWithoutEvent = async (db: UserDb, type: DocumentType, id: number): Promise<boolean> => {
  const issued = await db.rows(
    `update ${type.table} p set status = 'sent', sent_at = now(), ${clearWithdrawn(type)} updated_at = now(), version = p.version + 1,
            customer_as_sent = ${customerJsonSql}, business_as_sent = $3
     from customers c
     where p.user_id = $1 and p.id = $2 and p.status = 'draft' and c.user_id = p.user_id and c.id = p.customer_id
     returning p.id`,
    [db.userId, id, JSON.stringify(await getBusiness(db))],
  )
  return issued.length > 0
}

/** Issues a draft as `issueWithoutEvent` does, and records 'sent' in its history. Does nothing to other documents. */
export const issueDocument = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  if (await issueWithoutEvent(db, type, id)) await recordEvent(db, type, id, 'sent')
}
