import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'

export const createPostgresAdapter =
  (pool: Pool) =>
  (model: string): Adapter => {
    const find = async (column: 'id' | 'uid' | 'user_code', value: string) => {
      const { rows } = await pool.query<{ payload: AdapterPayload; consumedAt: Date | null }>(
        `select payload, consumed_at as "consumedAt" from identity_records
         where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        [model, value],
      )
      const row = rows[0]
      if (!row) return undefined
      return row.consumedAt ? { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : row.payload
    }
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        await pool.query(
          `insert into identity_records (model, id, payload, grant_id, user_code, uid, expires_at)
           values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
           on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
             user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
          [
            model,
            id,
            JSON.stringify(payload),
            payload.grantId ?? null,
            payload.userCode ?? null,
            payload.uid ?? null,
            expiresInSeconds ?? null,
          ],
        )
      },
      find: (id) => find('id', id),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: (code) => find('user_code', code),
      consume: async (id) => {
        await pool.query('update identity_records set consumed_at = now() where model = $1 and id = $2', [model, id])
      },
      destroy: async (id) => {
        await pool.query('delete from identity_records where model = $1 and id = $2', [model, id])
      },
      revokeByGrantId: async (grantId) => {
        await pool.query('delete from identity_records where grant_id = $1', [grantId])
      },
    }
  }
