import { estimateType } from '#server/domain/documents/document-type.ts'
import { issueDocument, issueWithoutEvent } from '#server/domain/documents/lifecycle/issue.ts'
import { refreshDocumentEntry } from '#server/domain/documents/lifecycle/search-entry.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { hasLapsed } from '#shared/document-status.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'

type Change = {
  id: number
  /** Differs from the displayed status. */
  requested: EstimateStatus
  expiryDate: Day
  today: Day
}

/**
 * The caller has locked the estimate. Returning to draft withdraws it. The customer's answer is removed. After setting it to accepted, the
 * caller converts it.
 */
export const setStatus = async (db: UserDb, { id, requested, expiryDate, today }: Change): Promise<void> => {
  if (requested === 'draft') return makeDraft(db, id)
  if (requested === 'sent') await issueDocument(db, estimateType, id)
  else await issueWithoutEvent(db, estimateType, id)
  // An estimate past its expiry date is stored as 'sent': it is shown as expired by its date, and no longer when the date moves.
  await storeStatus(db, id, requested === 'expired' && hasLapsed('sent', expiryDate, today) ? 'sent' : requested)
}

const storeStatus = async (db: UserDb, id: number, status: EstimateStatus): Promise<void> => {
  const stored = await db.rows(
    'update documents set status = $3, version = version + 1, updated_at = now() where user_id = $1 and id = $2 and status <> $3 returning id',
    [db.userId, id, status],
  )
  if (stored.length > 0) removeAnswer(db, id)
}

const removeAnswer = (db: UserDb, id: number) =>
  db.send('delete from estimate_responses where user_id = $1 and document_id = $2', [db.userId, id])

/** The public page then shows that the estimate was withdrawn. */
const makeDraft = async (db: UserDb, id: number): Promise<void> => {
  const withdrawn = await db.rows(
    `update documents set status = 'draft', customer_snapshot = null, business_snapshot = null, sent_at = null, withdrawn_at = now(),
            version = version + 1, updated_at = now()
     where user_id = $1 and id = $2 and status <> 'draft' returning id`,
    [db.userId, id],
  )
  if (withdrawn.length === 0) return
  removeAnswer(db, id)
  await refreshDocumentEntry(db, id)
}
