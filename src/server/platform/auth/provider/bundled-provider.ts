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
import { createFailedSignInLog } from '#server/platform/auth/users/account-events.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import type { MountedHandler } from '#server/platform/http/fastify-app.ts'
import type { JobRunner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { registerConfirmEmailRoutes } from './confirm-email-routes.ts'
import { createOidcProvider } from './oidc-provider.ts'
import { registerResetPasswordRoutes } from './reset-password-routes.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'
import { createTwoFactorChallenges } from './two-factor-challenges.ts'

const providerPrefix = '/oidc'

/** Hangs the provider below its prefix. It builds addresses from the request's headers, so they are made to say what PUBLIC_URL says. */
const createProviderHandler = (provider: () => Provider, publicUrl: () => URL): MountedHandler => ({
  prefix: providerPrefix,
  handle: (req: IncomingMessage, res: ServerResponse) => {
    const { host, protocol } = publicUrl()
    const url = req.url ?? '/'
    // PostgreSQL keeps no NUL: refused here, in one place, instead of failing at each parameter.
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
  /** Adds the pages 'Sign in' and 'Create account'; their errors are the caller's to show. */
  registerPages(app: FastifyInstance): void
  /** Forgets that this browser (named by the provider's session cookie) is signed in at the provider. */
  endSession(sessionId: string): Promise<void>
  own: AccountService
  /** The jobs by which its mails leave. */
  runners(send: SendMail): JobRunner[]
  /** Removes what has expired. */
  sweep(): Promise<void>
}

const makeJwks = async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] })
}

const randomKey = () => randomBytes(32).toString('base64url')

/**
 * An identity provider of our own: accounts with e-mail and password, spoken to through OpenID Connect like any other.
 * @param clients asked once, when the public address is known
 */
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
  /** Whether it runs without the app, for one or several: it then brings the page that confirms an e-mail, and remembers who signed in. */
  isShared?: boolean
  now: () => Date
  log: (line: string) => void
}): Promise<BundledProvider> => {
  const [jwks, cookieKey, linkKey] = await Promise.all([
    getServerKey(database, secrets, 'oidc-jwks', makeJwks),
    getServerKey(database, secrets, 'oidc-cookies', randomKey),
    getServerKey(database, secrets, 'identity-links', randomKey),
    warmUpPasswordHashing(),
  ])
  const { pool } = database
  const links = createEmailLinks(linkKey, now)
  const throttle = createSignInThrottle(pool, now)
  const email = createEmailChanges({ database, links, throttle, now })
  const accounts = createAccountStore(database, async (db, account) => {
    await email.mailLink(db, account.id, account.email)
  })
  const password = createPasswordService({ database, accounts, links, throttle, now })
  const twoFactor = createTwoFactor({ database, secrets, now })
  const secondSteps = createTwoFactorChallenges(pool, now)
  const refusals = createFailedSignInLog(database, log)
  const issuer = () => `${publicUrl().origin}${providerPrefix}`

  let opened: Provider | undefined
  // The issuer's address is part of the provider, so it is made when the first request comes.
  const provider = () => {
    if (opened?.issuer !== issuer())
      opened = createOidcProvider({
        issuer: issuer(),
        clients: clients(),
        jwks: JSON.parse(jwks) as JWKS,
        cookieKeys: [cookieKey],
        pool,
        accounts,
        startOver,
        remembersBrowsers: isShared,
        log,
      })
    return opened
  }

  return {
    issuer,
    mount: createProviderHandler(provider, publicUrl),
    own: createAccountService({ database, accounts, email, password, twoFactor }),
    runners: (send) => {
      const mailing = { database, links, send, publicUrl, log }
      return [confirmEmailRunner(mailing), resetPasswordRunner(mailing), accountNotificationRunner(mailing)]
    },
    registerPages: (app) => {
      registerSignInRoutes(app, { provider, accounts, throttle, twoFactor, secondSteps, refusals, startOver })
      registerResetPasswordRoutes(app, { password, throttle, startOver })
      if (isShared) registerConfirmEmailRoutes(app, { email, startOver })
    },
    endSession: async (sessionId) => {
      await pool.query("delete from identity_records where model = 'Session' and id = $1", [sessionId])
    },
    sweep: async () => {
      await pool.query('delete from identity_records where expires_at < now()')
      await throttle.forgetOld()
      await database.asNobody(links.forgetOld)
    },
  }
}
