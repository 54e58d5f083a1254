import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import { appCodeModel } from '#server/platform/auth/sessions/user-sessions.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

const base64urlSha256 = /^[\w-]{43}$/

const isChallenge = (text: unknown): text is string => typeof text === 'string' && base64urlSha256.test(text)

/** As in PKCE. @returns null when there is none: the browser signs in for itself. @throws AppError 400 when the value is not a challenge */
export const parseChallenge = (text: unknown): string | null => {
  if (text === undefined) return null
  if (isChallenge(text)) return text
  throw new AppError(400, 'This sign-in link is not complete. Please start again in the app.')
}

const verifyChallenge = (verifier: string, challenge: string): boolean => {
  const expected = createHash('sha256').update(verifier).digest()
  const given = Buffer.from(challenge, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const getName = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.app')
const maxAgeSeconds = 3600

/** It only decides where links of pages without other context lead, never who is signed in. */
export const createAppSignInCookie = (publicUrl: () => URL) => ({
  set: (reply: FastifyReply, challenge: string): void =>
    void reply.setCookie(getName(publicUrl()), challenge, { ...getCookieOptions(publicUrl()), maxAge: maxAgeSeconds }),
  clear: (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.cookies[getName(publicUrl())] !== undefined) reply.clearCookie(getName(publicUrl()), getCookieOptions(publicUrl()))
  },
  read: (request: FastifyRequest): string | null => {
    // A request that an earlier hook refused has no parsed cookies.
    const challenge = (request.cookies as FastifyRequest['cookies'] | null)?.[getName(publicUrl())]
    return isChallenge(challenge) ? challenge : null
  },
})
export type AppSignInCookie = ReturnType<typeof createAppSignInCookie>

/** `returnTo` is a path of this site; the native app, which has a `challenge`, keeps its own. */
export const getLoginPath = (challenge: string | null, returnTo: string | null = null): string => {
  if (challenge !== null) return `/api/login?app=${challenge}`
  return returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : '/api/login'
}

const lifetimeSeconds = 120
const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Only the app knows the verifier of a code, so an intercepted code is useless. The codes are stored as hashes in `identity_records`. */
export const createAppCodes = (pool: Pool, now: () => Date) => ({
  /** @throws AppError 401 when the user was deleted */
  create: async (userId: number, challenge: string): Promise<string> => {
    const code = randomBytes(32).toString('base64url')
    // With 'accountId' in the payload, `deletePendingSignIns` also deletes this code.
    const { rowCount } = await pool.query(
      `insert into identity_records (model, id, payload, expires_at)
       select '${appCodeModel}', $1, jsonb_build_object('userId', id, 'accountId', case when issuer = $3 then subject end, 'challenge', $4::text),
         $5::timestamptz + make_interval(secs => ${lifetimeSeconds})
       from users where id = $2`,
      [hashCode(code), userId, bundledIssuer, challenge, now()],
    )
    if (!rowCount) throw new AppError(401, 'This account was just deleted.')
    return code
  },
  /**
   * The code is deleted in any case: after a wrong verifier it counts as stolen. @throws AppError 400 also for an unknown or expired code
   */
  redeem: async (code: string, verifier: string): Promise<number> => {
    const { rows } = await pool.query<{ userId: number | null; challenge: string }>(
      `delete from identity_records r where model = '${appCodeModel}' and id = $1
       returning payload ->> 'challenge' as challenge,
         (select u.id from users u where u.id = (r.payload ->> 'userId')::bigint and r.expires_at > $2) as "userId"`,
      [hashCode(code), now()],
    )
    const [row] = rows
    if (row && !verifyChallenge(verifier, row.challenge))
      throw new AppError(400, 'This sign-in was started on another device. Please start again in the app.')
    if (!row || row.userId === null) throw new AppError(400, 'This sign-in took too long or was already used. Please sign in again.')
    return row.userId
  },
  deleteExpired: async (): Promise<void> => {
    await pool.query(`delete from identity_records where model = '${appCodeModel}' and expires_at < $1`, [now()])
  },
})
export type AppCodes = ReturnType<typeof createAppCodes>
