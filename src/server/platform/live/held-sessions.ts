import type { Pool } from 'pg'
import { sessionMaxAgeMs } from '../identity/session.ts'

// The table's times have no zone: both sides are brought into that of the connection.
const held = `
  select s.sid from sessions s join users u on u.id = (s.sess ->> 'userId')::int
  where s.sid = any($1) and s.expire >= to_timestamp($2) and (s.sess ->> 'signedInAt')::bigint > $3`

/** Of these sessions, those in which somebody is still signed in. */
export const findActiveSessions = async (pool: Pool, sessionIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ sid: string }>(held, [sessionIds, Date.now() / 1000, Date.now() - sessionMaxAgeMs])
  return new Set(rows.map(({ sid }) => sid))
}
