import { createHash, randomBytes } from 'node:crypto'
import type { Database, Prepared } from '#server/platform/db/client.ts'
import type { ApiTokens, SignedInUser } from '#server/platform/http/authentication.ts'
import type { Scope } from '#shared/token-scopes.ts'

/** `last_used_at` is written at most once in this time, so that not every call writes. */
const updateLastUsedAfterMs = 10 * 60_000

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The database stores only the hash. */
export const generateApiToken = (userId: number): { token: string; hash: string; lastFour: string } => {
  const token = `billfold_${userId.toString(36)}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token), lastFour: token.slice(-4) }
}

const tokenFormat = /^billfold_([1-9a-z][0-9a-z]{0,10})_[\w-]{43}$/

const parseUserId = (token: string): number | null => {
  const id = Number.parseInt(tokenFormat.exec(token)?.[1] ?? '', 36)
  return Number.isSafeInteger(id) ? id : null
}

type Row = Omit<SignedInUser, 'sessionId'> & { tokenId: number; scopes: Scope[]; wasUsedRecently: boolean }
const findToken = (userId: number, token: string, now: Date): Prepared => ({
  name: 'identity.token',
  text: `select t.id as "tokenId", t.scopes, t.last_used_at > $4 as "wasUsedRecently", u.id, u.email, u.email_verified as "emailVerified",
       coalesce(u.chosen_time_zone, u.time_zone) as "timeZone"
     from api_tokens t join users u on u.id = t.user_id
     where t.user_id = $1 and t.hash = $2 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $3)`,
  values: [userId, hashToken(token), now, new Date(now.getTime() - updateLastUsedAfterMs)],
})

/** Each request reads the database, so that a revoked token stops working at once. */
export const createApiTokens = (database: Database, now: () => Date): ApiTokens => ({
  authenticate: async (token, address) => {
    const userId = parseUserId(token)
    if (userId === null) return null
    const at = now()
    const [row] = await database.readAsUser<Row>(userId, findToken(userId, token, at))
    if (!row) return null
    const { tokenId, scopes, wasUsedRecently, ...user } = row
    if (!wasUsedRecently)
      await database.asUser(userId, (db) =>
        db.rows(
          `update api_tokens set last_used_at = $3, last_used_from = $4 where user_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $5)`,
          [userId, tokenId, at, address, new Date(at.getTime() - updateLastUsedAfterMs)],
        ),
      )
    return { id: tokenId, scopes, user }
  },
})
