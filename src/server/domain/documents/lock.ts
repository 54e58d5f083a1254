import type { UserDb } from '#server/platform/db/client.ts'

/** `lockDocuments` as part of a larger statement, for user $1. */
export const lockDocumentsSql = 'select 1 from users where id = $1 for no key update'

/**
 * Serializes everything that writes a user's document numbers or lines, or detaches an item from lines and attaches it again. Creations take this lock
 * as well, by updating the trial's count. Lock order: a document, then this lock, then items and lines; so a transaction that has it must not lock a
 * document that others could have locked.
 */
export const lockDocuments = async (db: UserDb): Promise<void> => {
  await db.rows(lockDocumentsSql, [db.userId], 'documents.lock')
}
