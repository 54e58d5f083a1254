import { estimateType } from '#server/domain/documents/document-type.ts'
import { issueDocument, issueWithoutEvent } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'

type Change = {
  id: number
  /** What its owner chose; it differs from what is shown. */
  wish: EstimateStatus
  expiryDate: Day
  today: Day
}

const notAnswered = 'answered_at = null, answered_by = null, answered_from = null, decline_reason = null'

/**
 * Gives an estimate the status that its owner chose, in a transaction that holds its row: leaving draft keeps both parties' details, going back
 * to it withdraws what was out. What the customer answered no longer stands. Whoever makes it accepted converts it afterwards.
 */
export const setStatus = async (db: UserDb, { id, wish, expiryDate, today }: Change): Promise<void> => {
  if (wish === 'draft') return makeDraft(db, id)
  if (wish === 'sent') await issueDocument(db, estimateType, id)
  else await issueWithoutEvent(db, estimateType, id)
  // One that has expired by its date shows so by itself, and must stop when the date moves.
  await store(db, id, wish === 'expired' && expiryDate < today ? 'sent' : wish)
}

const store = (db: UserDb, id: number, status: EstimateStatus) =>
  db.rows(
    `update estimates set status = $3, ${notAnswered}, version = version + 1, updated_at = now() where user_id = $1 and id = $2 and status <> $3`,
    [db.userId, id, status],
  )

/** Whoever holds its link reads that it was withdrawn. */
const makeDraft = async (db: UserDb, id: number): Promise<void> => {
  await db.rows(
    `update estimates set status = 'draft', customer_as_sent = null, business_as_sent = null, sent_at = null, withdrawn_at = now(),
            ${notAnswered}, version = version + 1, updated_at = now()
     where user_id = $1 and id = $2 and status <> 'draft'`,
    [db.userId, id],
  )
}
