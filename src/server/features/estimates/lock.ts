import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'

/**
 * Holds an estimate's row until the transaction's end: whoever edits, converts, answers, sends or deletes it at the same moment waits.
 * @returns the version that it has now
 * @throws AppError 404
 */
export const lockEstimate = async (db: UserDb, id: number): Promise<{ version: number }> => {
  const [found] = await db.rows<{ version: number }>(
    'select version from estimates where user_id = $1 and id = $2 and deleted_at is null for no key update',
    [db.userId, id],
    'estimates.lock',
  )
  if (!found) throw notFound('Estimate')
  return found
}
