import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CustomFetch } from 'openid-client'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import type { FindSignedInUser } from '#server/platform/http/authentication.ts'
import type { MountedHandler } from '#server/platform/http/fastify-app.ts'
import type { JobRunner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { AccountService } from './accounts/account-service.ts'
import { createAppCodes, createAppSignInCookie } from './native/app-sign-in.ts'
import { registerAppSignInRoutes } from './native/app-sign-in-routes.ts'
import { createLoginAttempts } from './oidc-client/login-attempts.ts'
import { registerLoginRoutes } from './oidc-client/login-routes.ts'
import { createOidcClient } from './oidc-client/oidc-client.ts'
import { sendSignInError } from './oidc-client/sign-in-errors.ts'
import { type BundledProvider, createBundledProvider } from './provider/bundled-provider.ts'
import { getProviderCookieNames } from './provider/oidc-provider.ts'
import { createSessions, getCookieOptions } from './sessions/sessions.ts'
import { createUserSessions, type UserSessions } from './sessions/user-sessions.ts'
import { bundledIssuer, findOrCreateUser } from './users/find-user.ts'
import { type RecordEvent, refreshClaims } from './users/identity-accounts.ts'
import { recordSecurityEvent } from './users/security-events.ts'

export type Auth = {
  mount: MountedHandler | null
  /** Must be called on the root instance, before other routes. */
  register(app: FastifyInstance): Promise<void>
  signedInUser: FindSignedInUser
  /** Without the identity provider: for demo accounts. */
  startSession(request: FastifyRequest, userId: number): Promise<void>
  /** Null with an external provider, which manages its own accounts. */
  accounts: AccountService | null
  issuer: string | null
  sessions: UserSessions
  runners(send: SendMail): JobRunner[]
  close(): Promise<void>
}

export type AuthDeps = {
  database: Database
  secrets: Secrets
  /** The URL at which browsers find the app. Its protocol is read by `register`, the rest by each request. */
  publicUrl: () => URL
  oidc: { issuer: string; clientId: string; clientSecret: string | null } | null
  now?: () => Date
  log: (line: string) => void
}

const cleanUpEveryMs = 15 * 60_000
const clientId = 'billfold'
/** For pages that have lost their context; leads to the native app if the last sign-in of this browser was for it. */
const startOverPath = '/api/login?again=1'
const generateKey = () => randomBytes(32).toString('base64url')
export const getSessionSecret = (database: Database, secrets: Secrets) => getServerKey(database, secrets, 'session-secret', generateKey)

export const createAuth = async ({ database, secrets, publicUrl, oidc, now = () => new Date(), log }: AuthDeps): Promise<Auth> => {
  const redirectUri = () => `${publicUrl().origin}/api/login/callback`
  let root: FastifyInstance | undefined

  const createBundled = async () => {
    const clientSecret = await getServerKey(database, secrets, 'oidc-client-secret', generateKey)
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
  const bundled = oidc ? null : await createBundled()

  const oidcClient = createOidcClient(
    bundled
      ? {
          issuer: bundled.provider.issuer,
          clientId,
          clientSecret: bundled.clientSecret,
          redirectUri,
          acceptsUnverified: true,
          fetch: createLoopbackFetch(() => root?.server),
        }
      : { ...oidc!, issuer: () => oidc!.issuer, redirectUri },
  )

  const unreachable = oidc && (await oidcClient.checkIssuer())
  if (unreachable) log(`The provider of OIDC_ISSUER (${oidc.issuer}) can't be asked now, so sign-ins fail until it answers: ${unreachable}`)

  const sessions = createSessions({ database, secret: await getSessionSecret(database, secrets), publicUrl, log })
  const appCodes = createAppCodes(database.pool, now)
  const deleteExpired = () =>
    Promise.all([bundled?.provider.deleteExpired(), appCodes.deleteExpired()]).catch((error: Error) =>
      log(`Expired sign-ins were not removed: ${error.message}`),
    )
  const timer = setInterval(deleteExpired, cleanUpEveryMs)
  timer.unref()

  return {
    mount: bundled?.provider.mount ?? null,
    register: async (app) => {
      root = app
      await sessions.register(app)
      const appSignInCookie = createAppSignInCookie(publicUrl)
      const record: RecordEvent = (userId, event) => database.asUser(userId, (db) => recordSecurityEvent(db, event))
      const showError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
        sendSignInError(request, reply, error, {
          retryHref: startOverPath,
          isForApp: appSignInCookie.read(request) !== null || 'app' in (request.query as object),
          log,
        })
      await registerAppSignInRoutes(app, { sessions, appCodes, record, showError })
      await app.register(async (pages) => {
        pages.setErrorHandler(showError)
        registerLoginRoutes(pages, {
          publicUrl,
          sessions,
          attempts: createLoginAttempts(secrets, now),
          oidcClient,
          findUser: (claims, source) =>
            oidc
              ? findOrCreateUser(database, oidc.issuer, claims, source)
              : findOrCreateUser(database, bundledIssuer, claims, source, refreshClaims),
          record,
          appCodes,
          appSignInCookie,
          promptsEachTime: bundled !== null,
          endProviderSession: bundled && ((request, reply) => endProviderSession(bundled.provider, publicUrl(), request, reply)),
          log,
        })
        bundled?.provider.registerPages(pages)
      })
    },
    signedInUser: sessions.signedInUser,
    startSession: sessions.start,
    accounts: bundled?.provider.accounts ?? null,
    issuer: oidc?.issuer ?? null,
    sessions: createUserSessions(database),
    runners: (send) => bundled?.provider.runners(send) ?? [],
    close: async () => {
      clearInterval(timer)
      await sessions.close()
    },
  }
}

/** To this server's own port: the public URL may lead through a proxy or may not be reachable from here. */
const createLoopbackFetch =
  (server: () => Server | undefined): CustomFetch =>
  (address, options) => {
    const listening = server()?.address()
    if (!listening || typeof listening === 'string') throw new TypeError('The server does not listen on a port yet.')
    const isWildcard = listening.address === '0.0.0.0' || listening.address === '::'
    const host = isWildcard ? '127.0.0.1' : listening.address.includes(':') ? `[${listening.address}]` : listening.address
    const { pathname, search } = new URL(address)
    return fetch(`http://${host}:${listening.port}${pathname}${search}`, options as RequestInit)
  }

/** The session is needed only during a sign-in: afterwards the app's own session is the only one. */
const endProviderSession = async (provider: BundledProvider, publicUrl: URL, request: FastifyRequest, reply: FastifyReply) => {
  const { session } = getProviderCookieNames(publicUrl)
  const id = request.cookies[session]
  if (id === undefined) return
  await provider.endSession(id)
  for (const name of [session, `${session}.sig`]) reply.clearCookie(name, getCookieOptions(publicUrl))
}
