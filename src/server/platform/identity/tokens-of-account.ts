import { runAsUser } from '../db/become-user.ts'
import type { Db } from '../db/client.ts'
import type { RequestSource } from '../http/came-from.ts'
import { recordSecurityEventForUser } from '../security-events.ts'
import { findUserOfAccount } from './find-user.ts'

const good = 'user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)'

/** How many API tokens of the account's user are good, in a transaction of nobody. */
export const countActiveTokens = async (db: Db, accountId: string, now: Date): Promise<number> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return 0
  const rows = await runAsUser(db, userId, () => db.rows(`select 1 from api_tokens where ${good}`, [userId, now]))
  return rows.length
}

/** Makes all API tokens of the account's user worthless, in a transaction of nobody. */
export const revokeTokens = async (db: Db, accountId: string, { now, from }: { now: Date; from: RequestSource }): Promise<void> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return
  const revoked = await runAsUser(db, userId, () =>
    db.rows<{ name: string; lastFour: string }>(
      `update api_tokens set revoked_at = $2 where ${good} returning name, last_four as "lastFour"`,
      [userId, now],
    ),
  )
  for (const detail of revoked) await recordSecurityEventForUser(db, userId, { kind: 'token_revoked', ...from, detail })
}
