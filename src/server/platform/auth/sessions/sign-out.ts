import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Ends what an account of the bundled provider is signed in to, everywhere and at once: the app's sessions, what the provider remembers, and sign-ins
 * that are half done.
 * @param keepSessionId one session that goes on, or null
 */
export const signOutEverywhere = async (db: Db, accountId: string, keepSessionId: string | null) => {
  await db.rows(
    `delete from sessions where (sess ->> 'userId')::int in (select id from users where issuer = $1 and subject = $2)
     and sid is distinct from $3`,
    [bundledIssuer, accountId, keepSessionId],
  )
  await deletePendingSignIns(db, accountId)
}

/** Ends what the bundled provider remembers of an account, and its sign-ins that are half done. */
export const deletePendingSignIns = async (db: Db, accountId: string) => {
  await db.rows(
    `delete from identity_records
     where $1 in (payload ->> 'accountId', payload #>> '{session,accountId}', payload #>> '{result,login,accountId}')`,
    [accountId],
  )
}
