import type { Pool } from 'pg'

const lifeSeconds = 600
/** After so many wrong codes the password is asked anew. */
const wrongCodesAllowed = 5
const model = 'SecondStep'

/** Spoken for as long as the password that was typed is the account's and the second factor is on. */
const account = (row: string) => `
  identity_accounts a where a.id = ${row}.payload ->> 'accountId' and a.totp_on_at is not null
    and ${row}.payload ->> 'password' = encode(sha256(convert_to(a.password_hash, 'UTF8')), 'hex')`

/**
 * That the right password was typed in a sign-in whose code is still to come. Kept on the server under the sign-in's own id, which counts only
 * with the cookie of the browser that began it.
 */
export const createTwoFactorChallenges = (pool: Pool, now: () => Date) => ({
  /** Begins the step, or begins it anew. @param uid the sign-in's @param passwordHash what the typed password fits: nothing begins if it was changed since */
  begin: async (uid: string, accountId: string, passwordHash: string): Promise<void> => {
    await pool.query(
      `insert into identity_records (model, id, payload, expires_at)
       select '${model}', $1, jsonb_build_object('accountId', id, 'password', encode(sha256(convert_to(password_hash, 'UTF8')), 'hex'), 'wrong', 0),
         $3::timestamptz + make_interval(secs => ${lifeSeconds})
       from identity_accounts where id = $2 and password_hash = $4
       on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [uid, accountId, now(), passwordHash],
    )
  },
  /** Whose code is awaited; null when no password was right, or too long ago, or it was changed meanwhile. */
  accountOf: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<{ id: string }>(
      `select a.id from identity_records r, ${account('r')} and r.model = '${model}' and r.id = $1 and r.expires_at > $2`,
      [uid, now()],
    )
    return rows[0]?.id ?? null
  },
  /** Counts a wrong code; false when it was one too many, and the password is to be typed again. */
  countWrong: async (uid: string): Promise<boolean> => {
    const { rows } = await pool.query<{ wrong: number }>(
      `update identity_records set payload = jsonb_set(payload, '{wrong}', to_jsonb((payload ->> 'wrong')::int + 1))
       where model = '${model}' and id = $1 returning (payload ->> 'wrong')::int as wrong`,
      [uid],
    )
    if (rows[0] && rows[0].wrong < wrongCodesAllowed) return true
    await pool.query(`delete from identity_records where model = '${model}' and id = $1`, [uid])
    return false
  },
  /** Whoever signs in another way, or with another account, leaves no step behind. */
  forget: async (uid: string): Promise<void> => {
    await pool.query(`delete from identity_records where model = '${model}' and id = $1`, [uid])
  },
  /** Ends the step with a right code; the account, or null when somebody else ended it or its time ran out meanwhile. */
  end: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<{ id: string }>(
      `delete from identity_records r using ${account('r')} and r.model = '${model}' and r.id = $1 and r.expires_at > $2 returning a.id`,
      [uid, now()],
    )
    return rows[0]?.id ?? null
  },
})
export type TwoFactorChallenges = ReturnType<typeof createTwoFactorChallenges>
