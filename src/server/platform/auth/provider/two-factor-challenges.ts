import type { Pool } from 'pg'

const lifetimeSeconds = 600
/** After this many wrong codes the password must be entered again. */
const maxWrongCodes = 5
const model = 'SecondStep'

/** Only while the account still has the password that was entered and two-factor sign-in is on. */
const matchAccount = (row: string) => `
  identity_accounts a where a.id = ${row}.payload ->> 'accountId' and a.totp_on_at is not null
    and ${row}.payload ->> 'password' = encode(sha256(convert_to(a.password_hash, 'UTF8')), 'hex')`

/**
 * Stored in `identity_records` under the id of the sign-in, which is valid only together with the cookie of the browser that started it.
 */
export const createTwoFactorChallenges = (pool: Pool, now: () => Date) => ({
  /** Nothing happens if the password was changed since it matched `passwordHash`. */
  start: async (uid: string, accountId: string, passwordHash: string): Promise<void> => {
    await pool.query(
      `insert into identity_records (model, id, payload, expires_at)
       select '${model}', $1, jsonb_build_object('accountId', id, 'password', encode(sha256(convert_to(password_hash, 'UTF8')), 'hex'), 'wrong', 0),
         $3::timestamptz + make_interval(secs => ${lifetimeSeconds})
       from identity_accounts where id = $2 and password_hash = $4
       on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [uid, accountId, now(), passwordHash],
    )
  },
  findAccount: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<{ id: string }>(
      `select a.id from identity_records r, ${matchAccount('r')} and r.model = '${model}' and r.id = $1 and r.expires_at > $2`,
      [uid, now()],
    )
    return rows[0]?.id ?? null
  },
  /** @returns false after too many: the password must be entered again */
  countWrongCode: async (uid: string): Promise<boolean> => {
    const { rows } = await pool.query<{ wrong: number }>(
      `update identity_records set payload = jsonb_set(payload, '{wrong}', to_jsonb((payload ->> 'wrong')::int + 1))
       where model = '${model}' and id = $1 returning (payload ->> 'wrong')::int as wrong`,
      [uid],
    )
    if (rows[0] && rows[0].wrong < maxWrongCodes) return true
    await pool.query(`delete from identity_records where model = '${model}' and id = $1`, [uid])
    return false
  },
  delete: async (uid: string): Promise<void> => {
    await pool.query(`delete from identity_records where model = '${model}' and id = $1`, [uid])
  },
  /** @returns null when it expired or another request completed it */
  complete: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<{ id: string }>(
      `delete from identity_records r using ${matchAccount('r')} and r.model = '${model}' and r.id = $1 and r.expires_at > $2 returning a.id`,
      [uid, now()],
    )
    return rows[0]?.id ?? null
  },
})
export type TwoFactorChallenges = ReturnType<typeof createTwoFactorChallenges>
