import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import type { ClientMetadata, JWKS } from 'oidc-provider'
import { type AccountService, createAccountService } from '#server/platform/auth/accounts/account-service.ts'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { createEmailChanges } from '#server/platform/auth/accounts/email-change.ts'
import { createPasswordService } from '#server/platform/auth/accounts/password-service.ts'
import { warmUpPasswordHashing } from '#server/platform/auth/accounts/passwords.ts'
import { createSignInThrottle } from '#server/platform/auth/accounts/sign-in-throttle.ts'
import { createTwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import { accountNotificationRunner } from '#server/platform/auth/emails/account-notification.job.ts'
import { confirmEmailRunner } from '#server/platform/auth/emails/confirm-email.job.ts'
import { createEmailLinks } from '#server/platform/auth/emails/email-links.ts'
import { resetPasswordRunner } from '#server/platform/auth/emails/reset-password.job.ts'
import { createFailedSignInLog } from '#server/platform/auth/users/identity-accounts.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import type { MountedHandler } from '#server/platform/http/fastify-app.ts'
import { acceptFormBodies } from '#server/platform/http/form-body.ts'
import type { JobRunner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { registerConfirmEmailRoutes, registerResetPasswordRoutes } from './email-link-routes.ts'
import { createOidcProvider } from './oidc-provider.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'
import { createTwoFactorChallenges } from './two-factor-challenges.ts'

const providerPrefix = '/oidc'

/** The provider builds URLs from request headers, so these are set to the public URL. */
const createProviderHandler = (provider: () => Provider, publicUrl: () => URL): MountedHandler => ({
  prefix: providerPrefix,
  handle: (req: IncomingMessage, res: ServerResponse) => {
    const { host, protocol } = publicUrl()
    const url = req.url ?? '/'
    // PostgreSQL does not store NUL, so no parameter may contain it.
    if (/%00/.test(url)) return void res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('This address is not valid.')
    req.headers.host = host
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    for (const name of ['x-forwarded-host', 'x-forwarded-for', 'x-forwarded-port', 'forwarded']) delete req.headers[name]
    const rest = url.slice(providerPrefix.length)
    Object.assign(req, { originalUrl: url })
    req.url = rest.startsWith('/') ? rest : `/${rest}`
    return provider().callback()(req, res) as Promise<void>
  },
})

export type BundledProvider = {
  /** `${PUBLIC_URL}/oidc` */
  issuer: () => string
  mount: MountedHandler
  registerPages(app: FastifyInstance): void
  endSession(sessionId: string): Promise<void>
  accounts: AccountService
  runners(send: SendMail): JobRunner[]
  deleteExpired(): Promise<void>
}

const generateJwks = async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] })
}

const generateKey = () => randomBytes(32).toString('base64url')

export const createBundledProvider = async ({
  database,
  secrets,
  publicUrl,
  clients,
  startOver,
  isShared = false,
  now,
  log,
}: {
  database: Database
  secrets: Secrets
  publicUrl: () => URL
  clients: () => ClientMetadata[]
  startOver: string
  /** It runs as a server of its own, possibly for several apps: it then has the page that confirms emails, and keeps browsers signed in. */
  isShared?: boolean
  now: () => Date
  log: (line: string) => void
}): Promise<BundledProvider> => {
  const [jwks, cookieKey, linkKey] = await Promise.all([
    getServerKey(database, secrets, 'oidc-jwks', generateJwks),
    getServerKey(database, secrets, 'oidc-cookies', generateKey),
    getServerKey(database, secrets, 'identity-links', generateKey),
    warmUpPasswordHashing(),
  ])
  const { pool } = database
  const links = createEmailLinks(linkKey, now)
  const throttle = createSignInThrottle(pool, now)
  const emailChanges = createEmailChanges({ database, links, throttle, now })
  const accounts = createAccountStore(database, async (db, account) => {
    await emailChanges.sendLink(db, account.id, account.email)
  })
  const passwords = createPasswordService({ database, accounts, links, throttle, now })
  const twoFactor = createTwoFactor({ database, secrets, now })
  const challenges = createTwoFactorChallenges(pool, now)
  const failedSignIns = createFailedSignInLog(database, log)
  const issuer = () => `${publicUrl().origin}${providerPrefix}`

  let current: Provider | undefined
  // // The provider's issuer URL is fixed, so it is created again when the public URL changes.
  const provider = () => {
    if (current?.issuer !== issuer())
      current = createOidcProvider({
        issuer: issuer(),
        clients: clients(),
        jwks: JSON.parse(jwks) as JWKS,
        cookieKeys: [cookieKey],
        pool,
        accounts,
        startOver,
        keepsSessions: isShared,
        log,
      })
    return current
  }

  return {
    issuer,
    mount: createProviderHandler(provider, publicUrl),
    accounts: createAccountService({ database, accounts, emailChanges, passwords, twoFactor }),
    runners: (send) => {
      const deps = { database, links, send, publicUrl, log }
      return [confirmEmailRunner(deps), resetPasswordRunner(deps), accountNotificationRunner(deps)]
    },
    registerPages: (app) => {
      acceptFormBodies(app)
      registerSignInRoutes(app, { provider, accounts, throttle, twoFactor, challenges, failedSignIns, startOver })
      registerResetPasswordRoutes(app, { passwords, throttle, startOver })
      if (isShared) registerConfirmEmailRoutes(app, { emailChanges, startOver })
    },
    endSession: async (sessionId) => {
      await pool.query("delete from identity_records where model = 'Session' and id = $1", [sessionId])
    },
    deleteExpired: async () => {
      await pool.query('delete from identity_records where expires_at < now()')
      await throttle.deleteExpired()
      await database.asNobody(links.deleteExpired)
    },
  }
}
