import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { verifyChallenge } from './code-challenge.ts'

const model = 'AppCode'
const lifeSeconds = 120
const hashed = (code: string) => createHash('sha256').update(code).digest('base64url')

/**
 * One-time codes that carry a sign-in from the system's browser into the native app. The app alone knows the verifier that belongs to a code, so a
 * code that others see is worth nothing to them. They are kept as hashes, beside what else is half done in signing in.
 */
export const createAppCodes = (pool: Pool, now: () => Date) => ({
  /**
   * A code for two minutes. @param challenge of the app that asked
   * @throws AppError 401 when the user is gone
   */
  make: async (userId: number, challenge: string): Promise<string> => {
    const code = randomBytes(32).toString('base64url')
    // Whatever ends an account's sign-ins by its 'accountId' ends this one too.
    const { rowCount } = await pool.query(
      `insert into identity_records (model, id, payload, expires_at)
       select '${model}', $1, jsonb_build_object('userId', id, 'accountId', case when issuer = $3 then subject end, 'challenge', $4::text),
         $5::timestamptz + make_interval(secs => ${lifeSeconds})
       from users where id = $2`,
      [hashed(code), userId, bundledIssuer, challenge, now()],
    )
    if (!rowCount) throw new AppError(401, 'This account was deleted a moment ago.')
    return code
  },
  /**
   * Whom the code signs in. It is gone afterwards, whatever comes of it: one that somebody tried with a wrong verifier is in wrong hands.
   * @throws AppError 400 for a code that was used, has expired or never was one, and for a verifier that isn't the app's
   */
  take: async (code: string, verifier: string): Promise<number> => {
    const { rows } = await pool.query<{ userId: number | null; challenge: string }>(
      `delete from identity_records r where model = '${model}' and id = $1
       returning payload ->> 'challenge' as challenge,
         (select u.id from users u where u.id = (r.payload ->> 'userId')::int and r.expires_at > $2) as "userId"`,
      [hashed(code), now()],
    )
    const [row] = rows
    if (row && !verifyChallenge(verifier, row.challenge))
      throw new AppError(400, 'This sign-in was begun elsewhere. Please begin again in the app.')
    if (!row || row.userId === null) throw new AppError(400, 'This sign-in took too long or was used already. Please sign in again.')
    return row.userId
  },
  sweep: async (): Promise<void> => {
    await pool.query(`delete from identity_records where model = '${model}' and expires_at < $1`, [now()])
  },
})
export type AppCodes = ReturnType<typeof createAppCodes>

/** Makes void what browsers have begun for a user's apps. */
export const deleteAppCodes = async (db: Db, userId: number): Promise<void> => {
  await db.rows(`delete from identity_records where model = '${model}' and (payload ->> 'userId')::int = $1`, [userId])
}
