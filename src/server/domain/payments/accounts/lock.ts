import type { UserDb } from '#server/platform/db/client.ts'

// The keys of a business must not change between the check that a checkout's account is current and the commit that stores the checkout: such a
// checkout would never be closed.

/** The first key of our advisory locks; any constant of our own. */
const lockSpace = 740_323

/** Keeps the keys as they are until the transaction ends. Several transactions may hold it at once. */
export const lockKeysShared = (db: UserDb) => db.rows('select pg_advisory_xact_lock_shared($1, hashint8($2))', [lockSpace, db.userId])

/** For a change of keys. The profile's row is locked first, in the order of every save of the profile. */
export const lockKeys = async (db: UserDb): Promise<void> => {
  await db.rows('select 1 from business_profiles where user_id = $1 for update', [db.userId])
  await db.rows('select pg_advisory_xact_lock($1, hashint8($2))', [lockSpace, db.userId])
}
