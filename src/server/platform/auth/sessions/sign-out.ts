import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { Db } from '#server/platform/db/client.ts'

export const appCodeModel = 'AppCode'

export const signOutEverywhere = async (db: Db, accountId: string, keepSessionId: string | null) => {
  const ended = await db.rows<{ userId: number }>(
    `delete from sessions where (sess ->> 'userId')::bigint in (select id from users where issuer = $1 and subject = $2)
     and sid is distinct from $3 returning (sess ->> 'userId')::bigint as "userId"`,
    [bundledIssuer, accountId, keepSessionId],
  )
  for (const { userId } of ended) db.announce('sessions', userId)
  await deletePendingSignIns(db, accountId)
}

export const deletePendingSignIns = async (db: Db, accountId: string) => {
  await db.rows(
    `delete from identity_records
     where $1 in (payload ->> 'accountId', payload #>> '{session,accountId}', payload #>> '{result,login,accountId}')`,
    [accountId],
  )
}

/** Otherwise a user's native apps would sign in with them. */
export const deleteAppCodes = async (db: Db, userId: number): Promise<void> => {
  await db.rows(`delete from identity_records where model = '${appCodeModel}' and (payload ->> 'userId')::bigint = $1`, [userId])
}
