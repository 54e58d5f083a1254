import type { UserDb } from '#server/platform/db/client.ts'

/**
 * Serializes everything that writes a user's document numbers or lines, or detaches an item from lines and attaches it again. Creations
 * with a number of their own do not take it, so they can run in parallel: a taken number is refused by its unique key. Lock order: a
 * document, then this lock, then items and lines; so a transaction that has it must not lock a document that others could have locked.
 */
export const lockDocuments = async (db: UserDb): Promise<void> => {
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId], 'documents.lock')
}
