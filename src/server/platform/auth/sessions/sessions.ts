import { EventEmitter } from 'node:events'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/db/client.ts'
import { getBearerToken, type SignedInUser } from '#server/platform/http/authentication.ts'
import { normalizeIpAddress } from '#server/platform/http/request-source.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'

declare module 'fastify' {
  interface Session {
    userId?: number
    signedInAt?: number
    userAgent?: string | null
    address?: string
    /** Read together with the session and never stored in it. */
    timeZone?: string | null
    email?: string | null
    emailVerified?: boolean
  }
}

type UserColumns = Pick<SignedInUser, 'timeZone' | 'email' | 'emailVerified'>
type StoredSession = { userId?: number } & Partial<UserColumns>
type SessionData = Parameters<InstanceType<ReturnType<typeof connectPgSimple>>['set']>[1]
type Row = { sess: StoredSession; known: boolean } & UserColumns

/** A session whose user was deleted counts as signed out. */
const withUserColumns = ({ sess, known, ...columns }: Row): StoredSession => {
  if (!known) delete sess.userId
  return { ...sess, ...columns }
}

const withoutUserColumns = <S extends object>({ timeZone: _, email: __, emailVerified: ___, ...sess }: S & Partial<UserColumns>) => sess

// `expire` is a timestamp without time zone: both sides are compared in the connection's zone.
const selectSession = `
  select s.sess, u.id is not null as known, u.chosen_time_zone as "timeZone", u.email, coalesce(u.email_verified, false) as "emailVerified"
  from sessions s left join users u on u.id = (s.sess ->> 'userId')::bigint
  where s.sid = $1 and s.expire >= to_timestamp($2)`

const dayMs = 86_400_000
export const sessionIdleMs = 14 * dayMs
/** However often it is used. */
export const sessionMaxAgeMs = 90 * dayMs
const maxUserAgentLength = 300
/** Prolonged at most once a day, so that not every request writes. */
const prolongAfterMs = dayMs

/** With https, the prefix `__Host-` makes browsers refuse cookies that were set over http, by another host or for a part of the site. */
export const getCookieName = (publicUrl: URL, name: string): string => (publicUrl.protocol === 'https:' ? `__Host-${name}` : name)
export const getSessionCookieName = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.sid')

/** `Secure` whenever the public address is https, even if a proxy terminates TLS. */
export const getCookieOptions = (publicUrl: URL) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const

export type Sessions = {
  register(app: FastifyInstance): Promise<void>
  /** Under a new session id, which prevents session fixation. */
  start(request: FastifyRequest, userId: number): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  signedInUser(request: FastifyRequest): Promise<SignedInUser | null>
  close(): Promise<void>
}

/** The cookie holds only the signed session id. `secret` has at least 32 characters. */
export const createSessions = ({
  database,
  secret,
  publicUrl,
  log,
}: {
  database: Database
  secret: string
  publicUrl: () => URL
  log: (line: string) => void
}): Sessions => {
  // Of express-session, the store needs only the base class.
  const Store = connectPgSimple({ Store: EventEmitter } as never)
  const table = new Store({
    pool: database.pool,
    tableName: 'sessions',
    createTableIfMissing: false,
    errorLog: (...parts: unknown[]) => log(`Expired sessions were not removed: ${parts.map(String).join(' ')}`),
  })
  const store = {
    get: (sid: string, done: (error: unknown, session?: StoredSession) => void) => {
      database.pool
        .query<Row>({ name: 'session', text: selectSession, values: [sid, Date.now() / 1000] })
        .then(({ rows: [row] }) => done(null, row && withUserColumns(row)), done)
    },
    set: (sid: string, session: SessionData & Partial<UserColumns>, done: (error?: unknown) => void = () => undefined) => {
      // A session that was read from the table is updated, never inserted: an insert would restore one that was ended in the meantime.
      if (session.emailVerified === undefined) return table.set(sid, withoutUserColumns(session) as SessionData, done)
      const { expires } = session.cookie
      const expiresAt = expires instanceof Date ? expires.getTime() : Date.now() + sessionIdleMs
      database.pool
        .query('update sessions set sess = $2, expire = to_timestamp($3) where sid = $1', [
          sid,
          JSON.stringify(withoutUserColumns(session)),
          expiresAt / 1000,
        ])
        .then(() => done(), done)
    },
    destroy: (sid: string, done: (error?: unknown) => void = () => undefined) => {
      database
        .asNobody(async (db) => {
          const deleteSession = `delete from sessions where sid = $1 returning (sess ->> 'userId')::bigint as "userId"`
          const [session] = await db.rows<{ userId: number | null }>(deleteSession, [sid])
          if (session?.userId) db.announce('sessions', session.userId)
        })
        .then(() => done(), done)
    },
  }

  return {
    register: async (app) => {
      const name = getSessionCookieName(publicUrl())
      // Starts the regular removal of expired sessions, which the store's own `get` would start.
      table.pruneSessions()
      await app.register(cookie)
      app.addHook('onRequest', async (request) => {
        // When a proxy terminates TLS, the request looks like http and @fastify/session would not set a Secure cookie.
        if (publicUrl().protocol === 'https:') Object.defineProperty(request, 'protocol', { value: 'https' })
        // Built files need no session, and requests with a token are authenticated by it alone: neither reads the database here.
        if (request.url.startsWith('/assets/') || getBearerToken(request) !== null) delete request.cookies[name]
      })
      await app.register(session, {
        secret,
        store: store as never,
        cookieName: name,
        cookie: { ...getCookieOptions(publicUrl()), maxAge: sessionIdleMs },
        saveUninitialized: false,
        rolling: false,
      })
    },
    start: async (request, userId) => {
      await request.session.regenerate()
      request.session.set('userId', userId)
      request.session.set('signedInAt', Date.now())
      request.session.set('userAgent', request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null)
      request.session.set('address', normalizeIpAddress(request.ip))
      await request.session.save()
      recordEvent('sign-in', 'ok')
    },
    end: async (request, reply) => {
      if (request.session?.sessionId) await request.session.destroy()
      reply.clearCookie(getSessionCookieName(publicUrl()), getCookieOptions(publicUrl()))
    },
    signedInUser: async (request) => {
      const id = request.session?.get?.('userId')
      if (id === undefined || Date.now() - (request.session.get('signedInAt') ?? 0) > sessionMaxAgeMs) return null
      await prolong(request)
      const { session } = request
      return {
        id,
        sessionId: session.sessionId,
        timeZone: session.get('timeZone') ?? null,
        email: session.get('email') ?? null,
        emailVerified: session.get('emailVerified') ?? false,
      }
    },
    close: async () => table.close(),
  }
}

const prolong = async (request: FastifyRequest) => {
  const expiresAt = (request.session.cookie as { originalExpires?: Date }).originalExpires
  if (!expiresAt || expiresAt.getTime() - Date.now() > sessionIdleMs - prolongAfterMs) return
  request.session.touch()
  await request.session.save()
}
