import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'

/**
 * Locks an estimate until the end of the transaction, which serializes edits, conversions, answers, emails and deletions.
 * @returns its current version
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
