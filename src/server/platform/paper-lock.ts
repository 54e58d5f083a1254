import type { UserDb } from './db/client.ts'

/**
 * Whoever gives a user's papers numbers or lines, or takes an item out of lines and gives it back, waits here for all others who do; creations hold this
 * lock too, by taking from the trial. It comes before the lock of any item or line, and after that of an invoice: who holds it asks for no invoice
 * that others could hold.
 */
export const lockPapers = async (db: UserDb): Promise<void> => {
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId], 'papers.lock')
}
