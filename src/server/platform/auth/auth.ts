import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CustomFetch } from 'openid-client'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import type { MountedHandler } from '#server/platform/http/fastify-app.ts'
import type { JobRunner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { AccountService } from './accounts/account-service.ts'
import { createAppCodes } from './native/app-codes.ts'
import { createAppSignInCookie } from './native/app-sign-in-cookie.ts'
import { registerAppSignInRoutes } from './native/app-sign-in-routes.ts'
import { createLoginAttempts } from './oidc-client/login-attempts.ts'
import { type RecordEvent, registerLoginRoutes } from './oidc-client/login-routes.ts'
import { createOidcClient } from './oidc-client/oidc-client.ts'
import { sendSignInError } from './oidc-client/sign-in-errors.ts'
import { type BundledProvider, createBundledProvider } from './provider/bundled-provider.ts'
import { getProviderCookieNames } from './provider/oidc-provider.ts'
import { recordSecurityEvent } from './security-events.ts'
import { createSessions, getCookieOptions, type SignedInUser } from './sessions/sessions.ts'
import { createUserSessions, type UserSessions } from './sessions/user-sessions.ts'
import { bundledIssuer, findOrCreateUser } from './users/find-user.ts'
import { refreshClaims } from './users/lock-account.ts'

/** Reaches this server's own pages over the machine itself: its public address may lead through a proxy, or nowhere from here. */
const createLoopbackFetch =
  (server: () => Server | undefined): CustomFetch =>
  (address, options) => {
    const at = server()?.address()
    if (!at || typeof at === 'string') throw new TypeError('The server does not listen on a port yet.')
    const everywhere = at.address === '0.0.0.0' || at.address === '::'
    const host = everywhere ? '127.0.0.1' : at.address.includes(':') ? `[${at.address}]` : at.address
    const { pathname, search } = new URL(address)
    return fetch(`http://${host}:${at.port}${pathname}${search}`, options as RequestInit)
  }

export type Auth = {
  /** Raw handler of the bundled provider below '/oidc'; null with an external issuer. */
  mount: MountedHandler | null
  /** Adds cookies and sessions, /api/login, its callback, /api/logout, and the bundled provider's pages. To be called on the root, before other routes. */
  register(app: FastifyInstance): Promise<void>
  /** Who sends this request; null for a visitor, and for a session whose user is gone. */
  signedInUser(request: FastifyRequest): Promise<SignedInUser | null>
  /** What people may do with their accounts here; null with an external issuer, where accounts are looked after. */
  accounts: AccountService | null
  /** The external issuer's address; null with the bundled provider. */
  issuer: string | null
  /** Where a user is signed in, wherever he signs in. */
  sessions: UserSessions
  /** The jobs by which the bundled provider's mails leave; none with an external issuer. */
  runners(send: SendMail): JobRunner[]
  close(): Promise<void>
}

export type AuthDeps = {
  database: Database
  secrets: Secrets
  /** Where browsers find the app. Its protocol counts from `register` on, the rest from the first request on. */
  publicUrl: () => URL
  /** An external provider; null runs the bundled one. */
  oidc: { issuer: string; clientId: string; clientSecret: string | null } | null
  now?: () => Date
  log: (line: string) => void
}

const sweepMs = 15 * 60_000
const clientId = 'billfold'
/** Where pages lead that know nothing of the sign-in they belong to: it begins anew, for the app if that began the last one. */
const startOverPath = '/api/login?again=1'
export const getSessionSecret = (database: Database, secrets: Secrets) =>
  getServerKey(database, secrets, 'session-secret', () => randomBytes(32).toString('base64url'))

/** Sign-in and sessions: an external OpenID Connect provider, or the bundled one, through the same code. */
export const createAuth = async ({ database, secrets, publicUrl, oidc, now = () => new Date(), log }: AuthDeps): Promise<Auth> => {
  const sessions = createSessions({ database, secret: await getSessionSecret(database, secrets), publicUrl, log })
  const redirectUri = () => `${publicUrl().origin}/api/login/callback`
  let root: FastifyInstance | undefined

  const openBundled = async () => {
    const clientSecret = await getServerKey(database, secrets, 'oidc-client-secret', () => randomBytes(32).toString('base64url'))
    const provider = await createBundledProvider({
      database,
      secrets,
      publicUrl,
      clients: () => [
        {
          client_id: clientId,
          client_secret: clientSecret,
          client_name: 'Billfold',
          redirect_uris: [redirectUri()],
          response_types: ['code'],
        },
      ],
      startOver: startOverPath,
      now,
      log,
    })
    return { provider, clientSecret }
  }
  const bundled = oidc ? null : await openBundled()

  const relyingParty = createOidcClient(
    bundled
      ? {
          issuer: bundled.provider.issuer,
          clientId,
          clientSecret: bundled.clientSecret,
          redirectUri,
          takesUnverified: true,
          fetch: createLoopbackFetch(() => root?.server),
        }
      : { ...oidc!, issuer: () => oidc!.issuer, redirectUri },
  )

  const appCodes = createAppCodes(database.pool, now)
  const sweep = () =>
    Promise.all([bundled?.provider.sweep(), appCodes.sweep()]).catch((error: Error) =>
      log(`Expired sign-ins were not removed: ${error.message}`),
    )
  const timer = setInterval(sweep, sweepMs)
  timer.unref()

  return {
    mount: bundled?.provider.mount ?? null,
    register: async (app) => {
      root = app
      await sessions.register(app)
      const begunInApp = createAppSignInCookie(publicUrl)
      const record: RecordEvent = (userId, event) => database.asUser(userId, (db) => recordSecurityEvent(db, event))
      const showProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
        sendSignInError(request, reply, error, {
          again: startOverPath,
          ofApp: begunInApp.read(request) !== null || 'app' in (request.query as object),
          log,
        })
      await registerAppSignInRoutes(app, { sessions, appCodes, record, showProblem })
      await app.register(async (pages) => {
        pages.setErrorHandler(showProblem)
        registerLoginRoutes(pages, {
          publicUrl,
          sessions,
          attempts: createLoginAttempts(secrets, now),
          relyingParty,
          userOf: (claims, from) =>
            oidc
              ? findOrCreateUser(database, oidc.issuer, claims, from)
              : findOrCreateUser(database, bundledIssuer, claims, from, refreshClaims),
          record,
          appCodes,
          begunInApp,
          asksEachTime: bundled !== null,
          leaveProvider: bundled && ((request, reply) => leave(bundled.provider, publicUrl(), request, reply)),
          log,
        })
        bundled?.provider.registerPages(pages)
      })
    },
    signedInUser: sessions.signedInUser,
    accounts: bundled?.provider.own ?? null,
    issuer: oidc?.issuer ?? null,
    sessions: createUserSessions(database),
    runners: (send) => bundled?.provider.runners(send) ?? [],
    close: async () => {
      clearInterval(timer)
      await sessions.close()
    },
  }
}

/** The bundled provider remembers nobody beyond one sign-in: the app's own session is the only one, and its end means the password is asked again. */
const leave = async (provider: BundledProvider, publicUrl: URL, request: FastifyRequest, reply: FastifyReply) => {
  const { session } = getProviderCookieNames(publicUrl)
  const id = request.cookies[session]
  if (id === undefined) return
  await provider.endSession(id)
  for (const name of [session, `${session}.sig`]) reply.clearCookie(name, getCookieOptions(publicUrl))
}
