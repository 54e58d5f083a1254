import { createHash } from 'node:crypto'
import { deleteAppCodes } from '#server/platform/auth/native/app-codes.ts'
import { recordSecurityEventForUser } from '#server/platform/auth/security-events.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { Database } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { describeDevice } from './device.ts'
import { sessionIdleMs, sessionMaxAgeMs } from './sessions.ts'
import { deletePendingSignIns } from './sign-out.ts'

/** A session of a user, as he may see it; what `ref` names can't be used to be signed in. */
export type UserSession = {
  ref: string
  isCurrent: boolean
  /** 'Firefox on Linux'; null where the browser didn't tell. */
  device: string | null
  /** The network address of the sign-in. */
  address: string | null
  signedInAt: Date
  /** To the day: a session in use writes itself down once a day. */
  lastUsedAt: Date
}

/** The sessions of a signed-in user, wherever he signs in. `sessionId` is the one that asks. */
export type UserSessions = {
  /** Up to 100 of those that haven't ended, the present one first, then the last used. */
  list(userId: number, sessionId: string): Promise<UserSession[]>
  /** Signs that browser out, the present one too. @throws AppError 404 when this user has no such session */
  end(userId: number, ref: string, from: RequestSource): Promise<void>
  /** Sign-ins that are half done elsewhere come to nothing too. */
  endOthers(userId: number, sessionId: string, from: RequestSource): Promise<void>
}

type Row = { sid: string; signedInAt: string | null; userAgent: string | null; address: string | null; endsAtMs: number }

/** The most sessions that are listed; all others can be ended together. */
const mostShown = 100

const refOf = (sid: string) => createHash('sha256').update(sid).digest('base64url').slice(0, 32)

// The table's times have no zone: they are in that of the connection.
const live = `
  select sid, sess ->> 'signedInAt' as "signedInAt", sess ->> 'userAgent' as "userAgent", sess ->> 'address' as address,
    (extract(epoch from expire::timestamptz) * 1000)::float8 as "endsAtMs"
  from sessions where (sess ->> 'userId')::int = $1 and expire >= to_timestamp($2) and (sess ->> 'signedInAt')::bigint > $3`

export const createUserSessions = (database: Database): UserSessions => {
  const { pool } = database
  const find = async (userId: number): Promise<Row[]> =>
    (await pool.query<Row>(live, [userId, Date.now() / 1000, Date.now() - sessionMaxAgeMs])).rows
  return {
    list: async (userId, sessionId) => {
      const rows = await find(userId)
      const all = rows
        .map(({ sid, signedInAt, userAgent, address, endsAtMs }) => ({
          ref: refOf(sid),
          isCurrent: sid === sessionId,
          device: describeDevice(userAgent),
          address,
          signedInAt: new Date(Number(signedInAt)),
          lastUsedAt: new Date(Math.max(endsAtMs - sessionIdleMs, Number(signedInAt))),
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
      return all.slice(0, mostShown)
    },
    end: async (userId, ref, from) => {
      const session = (await find(userId)).find(({ sid }) => refOf(sid) === ref)
      if (!session) throw notFound('Session')
      await database.asNobody(async (db) => {
        await db.rows('delete from sessions where sid = $1', [session.sid])
        await recordSecurityEventForUser(db, userId, {
          kind: 'sessions_ended',
          ...from,
          detail: { device: describeDevice(session.userAgent), count: 1 },
        })
      })
    },
    endOthers: (userId, sessionId, from) =>
      database.asNobody(async (db) => {
        const gone = await db.rows(`delete from sessions where (sess ->> 'userId')::int = $1 and sid <> $2 returning 1`, [
          userId,
          sessionId,
        ])
        await recordSecurityEventForUser(db, userId, { kind: 'sessions_ended', ...from, detail: { device: null, count: gone.length } })
        await deleteAppCodes(db, userId)
        const [own] = await db.rows<{ subject: string }>('select subject from users where id = $1 and issuer = $2', [userId, bundledIssuer])
        if (own) await deletePendingSignIns(db, own.subject)
      }),
  }
}
