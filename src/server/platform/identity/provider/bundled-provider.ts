import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import type { ClientMetadata, JWKS } from 'oidc-provider'
import type { Database } from '../../db/client.ts'
import type { Mount } from '../../http/server.ts'
import type { Secrets } from '../../secrets.ts'
import { serverKey } from '../server-key.ts'
import { createAccounts } from './accounts.ts'
import { providerMount, providerPrefix } from './mount.ts'
import { registerProviderPages } from './page-routes.ts'
import { warmUpPasswords } from './passwords.ts'
import { openProvider } from './provider.ts'
import { createThrottle } from './throttle.ts'

export type BundledProvider = {
  /** `${PUBLIC_URL}/oidc` */
  issuer: () => string
  mount: Mount
  /** Adds the pages 'Sign in' and 'Create account'; their errors are the caller's to show. */
  registerPages(app: FastifyInstance): void
  /** Forgets that this browser (named by the provider's session cookie) is signed in at the provider. */
  endSession(sessionId: string): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
}

const makeJwks = async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] })
}

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
  now,
  log,
}: {
  database: Database
  secrets: Secrets
  publicUrl: () => URL
  clients: () => ClientMetadata[]
  startOver: string
  now: () => Date
  log: (line: string) => void
}): Promise<BundledProvider> => {
  const [jwks, cookieKey] = await Promise.all([
    serverKey(database, secrets, 'oidc-jwks', makeJwks),
    serverKey(database, secrets, 'oidc-cookies', () => randomBytes(32).toString('base64url')),
    warmUpPasswords(),
  ])
  const { pool } = database
  const accounts = createAccounts(pool)
  const throttle = createThrottle(pool, now)
  const issuer = () => `${publicUrl().origin}${providerPrefix}`

  let opened: Provider | undefined
  // The issuer's address is part of the provider, so it is made when the first request comes.
  const provider = () => {
    if (opened?.issuer !== issuer())
      opened = openProvider({
        issuer: issuer(),
        clients: clients(),
        jwks: JSON.parse(jwks) as JWKS,
        cookieKeys: [cookieKey],
        pool,
        accounts,
        startOver,
        log,
      })
    return opened
  }

  return {
    issuer,
    mount: providerMount(provider, publicUrl),
    registerPages: (app) => registerProviderPages(app, { provider, accounts, throttle, startOver }),
    endSession: async (sessionId) => {
      await pool.query("delete from identity_records where model = 'Session' and id = $1", [sessionId])
    },
    sweep: async () => {
      await pool.query('delete from identity_records where expires_at < now()')
      await throttle.forgetOld()
    },
  }
}
