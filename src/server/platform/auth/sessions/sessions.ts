import { EventEmitter } from 'node:events'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/db/client.ts'
import { getBearerToken } from '#server/platform/http/bearer-token.ts'
import { normalizeIpAddress } from '#server/platform/http/ip-address.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'

declare module 'fastify' {
  interface Session {
    userId?: number
    /** Milliseconds since 1970. */
    signedInAt?: number
    /** What the browser called itself, and the network address that it came from, at the sign-in. */
    userAgent?: string | null
    address?: string
    /** What the user's row says at the moment: read along with the session, and never stored with it. */
    timeZone?: string | null
    email?: string | null
    emailVerified?: boolean
  }
}

type UsersRow = { timeZone: string | null; email: string | null; emailVerified: boolean }
type StoredSession = { userId?: number } & Partial<UsersRow>
type SessionData = Parameters<InstanceType<ReturnType<typeof connectPgSimple>>['set']>[1]
type Found = { sess: StoredSession; known: boolean } & UsersRow

/** The session of a user who is gone is that of a visitor. */
const withUser = ({ sess, known, ...row }: Found): StoredSession => {
  if (!known) delete sess.userId
  return { ...sess, ...row }
}

const withoutUsersRow = <S extends object>({ timeZone: _, email: __, emailVerified: ___, ...sess }: S & Partial<UsersRow>) => sess

// The table's times have no zone: both sides are brought into that of the connection.
const sessionAndUser = `
  select s.sess, u.id is not null as known, u.chosen_time_zone as "timeZone", u.email, coalesce(u.email_verified, false) as "emailVerified"
  from sessions s left join users u on u.id = (s.sess ->> 'userId')::int
  where s.sid = $1 and s.expire >= to_timestamp($2)`

const dayMs = 86_400_000
/** A session that isn't used for so long ends by itself. */
export const sessionIdleMs = 14 * dayMs
/** However busy it is, after so long the password is asked again. */
export const sessionMaxAgeMs = 90 * dayMs
const longestUserAgent = 300
/** Prolonged at most once a day, so that not every request writes. */
const prolongAfterMs = dayMs

/** Behind https the name itself has browsers refuse a cookie that came over http, from a neighbouring host, or for a part of the site. */
export const getCookieName = (publicUrl: URL, name: string): string => (publicUrl.protocol === 'https:' ? `__Host-${name}` : name)
export const getSessionCookieName = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.sid')

/** How a cookie of this site is written; `Secure` whenever the public address is https, wherever TLS ends. */
export const getCookieOptions = (publicUrl: URL) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const

/** Who is signed in, the IANA time zone that he chose, if he did, and by which session. */
export type SignedInUser = { id: number; sessionId: string } & UsersRow

export type Sessions = {
  register(app: FastifyInstance): Promise<void>
  /** Signs a user in under a new session id, so that an id from before is worth nothing. */
  start(request: FastifyRequest, userId: number): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  signedInUser(request: FastifyRequest): Promise<SignedInUser | null>
  close(): Promise<void>
}

/** Sessions in the table `sessions`; the browser holds a signed id only. @param secret at least 32 characters */
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
  // The store asks for nothing of express but the base class of its stores.
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
        .query<Found>({ name: 'session', text: sessionAndUser, values: [sid, Date.now() / 1000] })
        .then(({ rows: [row] }) => done(null, row && withUser(row)), done)
    },
    set: (sid: string, session: SessionData & Partial<UsersRow>, done: (error?: unknown) => void = () => undefined) => {
      // One that was read from the table is only ever changed there: had it been ended meanwhile, writing it would bring it back to life.
      if (session.emailVerified === undefined) return table.set(sid, withoutUsersRow(session) as SessionData, done)
      const ends = session.cookie.expires
      const endsAt = ends instanceof Date ? ends.getTime() : Date.now() + sessionIdleMs
      database.pool
        .query('update sessions set sess = $2, expire = to_timestamp($3) where sid = $1', [
          sid,
          JSON.stringify(withoutUsersRow(session)),
          endsAt / 1000,
        ])
        .then(() => done(), done)
    },
    destroy: table.destroy.bind(table),
  }

  return {
    register: async (app) => {
      const name = getSessionCookieName(publicUrl())
      // The store's own `get` would begin the removal of expired sessions, now and then.
      table.pruneSessions()
      await app.register(cookie)
      app.addHook('onRequest', async (request) => {
        // Where TLS ends at a proxy, the request itself looks like http, and a Secure cookie would never be set.
        if (publicUrl().protocol === 'https:') Object.defineProperty(request, 'protocol', { value: 'https' })
        // Built files are the same for everybody: they must not wait for the database.
        // And a program that brings a token stands by that alone.
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
      request.session.set('userAgent', request.headers['user-agent']?.slice(0, longestUserAgent) ?? null)
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
  const endsAt = (request.session.cookie as { originalExpires?: Date }).originalExpires
  if (!endsAt || endsAt.getTime() - Date.now() > sessionIdleMs - prolongAfterMs) return
  request.session.touch()
  await request.session.save()
}
