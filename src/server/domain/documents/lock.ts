import type { UserDb } from '#server/platform/db/client.ts'

/** `lockPapers` as a part of a larger statement, for user $1. */
export const holdDocuments = 'select 1 from users where id = $1 for no key update'

/**
 * Whoever gives a user's papers numbers or lines, or takes an item out of lines and gives it back, waits here for all others who do; creations hold this
 * lock too, by taking from the trial. It comes before the lock of any item or line, and after that of a paper: who holds it asks for no paper
 * that others could hold.
 */
export const lockDocuments = async (db: UserDb): Promise<void> => {
  await db.rows(holdDocuments, [db.userId], 'papers.lock')
}
