import { createHash, randomBytes } from 'node:crypto'
import type { Database, Prepared } from '#server/platform/db/client.ts'
import type { Scope } from '#shared/token-scopes.ts'
import type { SignedInUser } from './sessions/sessions.ts'

/** An API token that was good at the moment of the request, and whose it is. */
export type ApiTokenUse = { id: number; scopes: readonly Scope[]; user: Omit<SignedInUser, 'sessionId'> }

export type ApiTokens = {
  /** Null for one that isn't good: unknown, revoked, expired, and nobody's. */
  authenticate(token: string, address: string): Promise<ApiTokenUse | null>
}

/** When it was used last is written down at most so often. */
const noteAfterMs = 10 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A new token of this user, 256 random bits; the database keeps its hash alone. */
export const generateApiToken = (userId: number): { token: string; hash: string; lastFour: string } => {
  const token = `billfold_${userId.toString(36)}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token), lastFour: token.slice(-4) }
}

const shape = /^billfold_([1-9a-z][0-9a-z]{0,5})_[\w-]{43}$/
const largestId = 2_147_483_647

/** Whose it says to be: only there it is looked for, behind his walls. */
const ownerIn = (token: string): number | null => {
  const id = Number.parseInt(shape.exec(token)?.[1] ?? '', 36)
  return id <= largestId ? id : null
}

type Row = Omit<SignedInUser, 'sessionId'> & { tokenId: number; scopes: Scope[]; isNoted: boolean }
const find = (userId: number, token: string, now: Date): Prepared => ({
  name: 'identity.token',
  text: `select t.id as "tokenId", t.scopes, t.last_used_at > $4 as "isNoted", u.id, u.email, u.email_verified as "emailVerified",
       coalesce(u.chosen_time_zone, u.time_zone) as "timeZone"
     from api_tokens t join users u on u.id = t.user_id
     where t.user_id = $1 and t.hash = $2 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $3)`,
  values: [userId, hashOf(token), now, new Date(now.getTime() - noteAfterMs)],
})

/** Lets programs in by the tokens of `features/tokens`. It is asked at each request, so that a token that was revoked is worth nothing at once. */
export const createApiTokens = (database: Database, now: () => Date): ApiTokens => ({
  authenticate: async (token, address) => {
    const userId = ownerIn(token)
    if (userId === null) return null
    const at = now()
    const [row] = await database.readAsUser<Row>(userId, find(userId, token, at))
    if (!row) return null
    const { tokenId, scopes, isNoted, ...user } = row
    if (!isNoted)
      await database.asUser(userId, (db) =>
        db.rows(
          `update api_tokens set last_used_at = $3, last_used_from = $4 where user_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $5)`,
          [userId, tokenId, at, address, new Date(at.getTime() - noteAfterMs)],
        ),
      )
    return { id: tokenId, scopes, user }
  },
})
