import { createHash } from 'node:crypto'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { recordSecurityEventForUser } from '#server/platform/auth/users/security-events.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { describeDevice } from './device.ts'
import { sessionIdleMs, sessionMaxAgeMs } from './sessions.ts'

/** `ref` names the session; nobody can sign in with it. */
export type UserSession = {
  ref: string
  isCurrent: boolean
  device: string | null
  address: string | null
  signedInAt: Date
  /** Accurate to a day: a session in use is prolonged once a day. */
  lastUsedAt: Date
}

export type UserSessions = {
  list(userId: number, sessionId: string): Promise<UserSession[]>
  /** Possibly the current one. @throws AppError 404 */
  end(userId: number, ref: string, source: RequestSource): Promise<void>
  endOthers(userId: number, sessionId: string, source: RequestSource): Promise<void>
}

type Row = { sid: string; signedInAt: string | null; userAgent: string | null; address: string | null; endsAtMs: number }

const maxListed = 100

const getRef = (sid: string) => createHash('sha256').update(sid).digest('base64url').slice(0, 32)

// `expire` is a timestamp without time zone: it is read in the connection's zone.
const selectActive = `
  select sid, sess ->> 'signedInAt' as "signedInAt", sess ->> 'userAgent' as "userAgent", sess ->> 'address' as address,
    (extract(epoch from expire::timestamptz) * 1000)::float8 as "endsAtMs"
  from sessions where (sess ->> 'userId')::bigint = $1 and expire >= to_timestamp($2) and (sess ->> 'signedInAt')::bigint > $3`

export const appCodeModel = 'AppCode'

export const signOutEverywhere = async (db: Db, accountId: string, keepSessionId: string | null) => {
  const ended = await db.rows<{ userId: number }>(
    `delete from sessions where (sess ->> 'userId')::bigint in (select id from users where issuer = $1 and subject = $2)
     and sid is distinct from $3 returning (sess ->> 'userId')::bigint as "userId"`,
    [bundledIssuer, accountId, keepSessionId],
  )
  for (const { userId } of ended) db.announce('sessions', userId)
  await deletePendingSignIns(db, accountId)
}

const deletePendingSignIns = async (db: Db, accountId: string) => {
  await db.rows(
    `delete from identity_records
     where $1 in (payload ->> 'accountId', payload #>> '{session,accountId}', payload #>> '{result,login,accountId}')`,
    [accountId],
  )
}

/** Otherwise a user's native apps would sign in with them. */
const deleteAppCodes = async (db: Db, userId: number): Promise<void> => {
  await db.rows(`delete from identity_records where model = '${appCodeModel}' and (payload ->> 'userId')::bigint = $1`, [userId])
}

export const createUserSessions = (database: Database): UserSessions => {
  const { pool } = database
  const findActive = async (userId: number): Promise<Row[]> =>
    (await pool.query<Row>(selectActive, [userId, Date.now() / 1000, Date.now() - sessionMaxAgeMs])).rows
  return {
    list: async (userId, sessionId) => {
      const rows = await findActive(userId)
      const all = rows
        .map(({ sid, signedInAt, userAgent, address, endsAtMs }) => ({
          ref: getRef(sid),
          isCurrent: sid === sessionId,
          device: describeDevice(userAgent),
          address,
          signedInAt: new Date(Number(signedInAt)),
          lastUsedAt: new Date(Math.max(endsAtMs - sessionIdleMs, Number(signedInAt))),
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
      return all.slice(0, maxListed)
    },
    end: async (userId, ref, source) => {
      const session = (await findActive(userId)).find(({ sid }) => getRef(sid) === ref)
      if (!session) throw notFound('Session')
      await database.asNobody(async (db) => {
        await db.rows('delete from sessions where sid = $1', [session.sid])
        db.announce('sessions', userId)
        await recordSecurityEventForUser(db, userId, {
          kind: 'sessions_ended',
          ...source,
          detail: { device: describeDevice(session.userAgent), count: 1 },
        })
      })
    },
    endOthers: (userId, sessionId, source) =>
      database.asNobody(async (db) => {
        const ended = await db.rows(`delete from sessions where (sess ->> 'userId')::bigint = $1 and sid <> $2 returning 1`, [
          userId,
          sessionId,
        ])
        db.announce('sessions', userId)
        await recordSecurityEventForUser(db, userId, { kind: 'sessions_ended', ...source, detail: { device: null, count: ended.length } })
        await deleteAppCodes(db, userId)
        const [account] = await db.rows<{ subject: string }>('select subject from users where id = $1 and issuer = $2', [
          userId,
          bundledIssuer,
        ])
        if (account) await deletePendingSignIns(db, account.subject)
      }),
  }
}
