import { generateApiToken } from '#server/platform/auth/api-tokens.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type ApiToken, maxTokens } from '#shared/contract/tokens.ts'
import type { Scope } from '#shared/token-scopes.ts'

const dayMs = 24 * 3_600_000

const columns = `id, name, last_four as "lastFour", scopes, created_at as "createdAt", expires_at as "expiresAt",
  coalesce(expires_at <= $2, false) as "isExpired", last_used_at as "lastUsedAt", last_used_from as "lastUsedFrom"`

/** Expired tokens stay in the list; this limits it. */
const maxListed = 500

export const listTokens = (db: UserDb, now: Date): Promise<ApiToken[]> =>
  db.rows<ApiToken>(`select ${columns} from api_tokens where user_id = $1 and revoked_at is null order by id desc limit $3`, [
    db.userId,
    now,
    maxListed,
  ])

type NewToken = { name: string; scopes: readonly Scope[]; expiresInDays: number | null; now: Date; from: RequestSource }

/** Only this reply contains the token itself. @throws AppError 409 when there are too many valid tokens, 401 when the user was deleted */
export const createToken = async (
  db: UserDb,
  { name, scopes, expiresInDays, now, from }: NewToken,
): Promise<{ token: string; made: ApiToken }> => {
  // Locked, so that two requests at once do not both take the last place.
  const [user] = await db.rows('select 1 from users where id = $1 for no key update', [db.userId])
  if (!user) throw new AppError(401, 'Please sign in')
  const [valid] = await db.rows<{ count: number }>(
    'select count(*)::int from api_tokens where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)',
    [db.userId, now],
  )
  if (valid!.count >= maxTokens)
    throw new AppError(409, `You have ${maxTokens} API tokens that are good. Revoke one that you don't need first.`)
  const { token, hash, lastFour } = generateApiToken(db.userId)
  const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs)
  const [made] = await db.rows<ApiToken>(
    `insert into api_tokens (user_id, created_at, name, hash, last_four, scopes, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [db.userId, now, name, hash, lastFour, scopes, expiresAt],
  )
  await recordSecurityEvent(db, { kind: 'token_made', ...from, detail: { name, lastFour } })
  return { token, made: made! }
}

/** Revoking it again changes nothing. @throws AppError 404 when the user has no such token */
export const revokeToken = async (db: UserDb, id: number, { now, from }: Pick<NewToken, 'now' | 'from'>): Promise<void> => {
  const [updated] = await db.rows<{ name: string; lastFour: string }>(
    `update api_tokens set revoked_at = $3 where user_id = $1 and id = $2 and revoked_at is null returning name, last_four as "lastFour"`,
    [db.userId, id, now],
  )
  if (updated) return recordSecurityEvent(db, { kind: 'token_revoked', ...from, detail: updated })
  const [known] = await db.rows('select 1 from api_tokens where user_id = $1 and id = $2', [db.userId, id])
  if (!known) throw notFound('API token')
}
