import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { appCodeModel } from '#server/platform/auth/sessions/user-sessions.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { verifyChallenge } from './code-challenge.ts'

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
