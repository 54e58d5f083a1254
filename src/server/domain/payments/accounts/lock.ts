import type { UserDb } from '#server/platform/db/client.ts'

// Whoever opens a page makes sure that its account is still the one in use. Between that look and the moment when it is written down, the keys must not
// change: nobody would close such a page.

/** Says which advisory locks are ours; any constant will do. */
const lockSpace = 740_323

/** Waits for a change of keys to end, and lets none begin, until the transaction ends. */
export const lockKeysShared = (db: UserDb) => db.rows('select pg_advisory_xact_lock_shared($1, $2)', [lockSpace, db.userId])

/** For a change of keys: one at a time, and not while a page is being written down. Takes the profile's row first, as every save of it does. */
export const lockKeys = async (db: UserDb): Promise<void> => {
  await db.rows('select 1 from business_profiles where user_id = $1 for update', [db.userId])
  await db.rows('select pg_advisory_xact_lock($1, $2)', [lockSpace, db.userId])
}
