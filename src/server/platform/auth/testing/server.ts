import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type AuthDeps, createAuth } from '#server/platform/auth/auth.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { createRateLimiter } from '#server/platform/http/rate-limits.ts'
import { guardAnnouncements } from '#server/testing/announcement-guard.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import type { createBrowser, Visit } from './browser.ts'

type Options = Partial<Pick<AuthDeps, 'oidc' | 'now' | 'publicUrl'>> & {
  /** The database and keys of another server, for two nodes on one database. */
  beside?: { test: Awaited<ReturnType<typeof createTestDatabase>>; secrets: ReturnType<typeof createSecrets> }
}

/** Starts a server with sign-in and the pages '/' and '/whoami'. It is closed when the test ends. */
export const startServer = async ({ oidc = null, now, publicUrl, beside }: Options = {}) => {
  const test = beside?.test ?? (await createTestDatabase())
  const secrets = beside?.secrets ?? createSecrets(randomBytes(32))
  let origin = 'http://localhost:1'
  const getPublicUrl = publicUrl ?? (() => new URL(origin))
  const logged: string[] = []
  const { database, check: checkAnnouncements } = guardAnnouncements(test.database)
  const auth = await createAuth({
    database,
    secrets,
    publicUrl: getPublicUrl,
    oidc,
    ...(now ? { now } : {}),
    log: (line) => logged.push(line),
  })
  const app = await createFastifyApp({
    publicUrl: getPublicUrl,
    mounts: auth.mount ? [auth.mount] : [],
    rateLimiter: createRateLimiter({ pool: test.database.pool, addressKey: 'of the test', log: () => undefined }),
  })
  await auth.register(app)
  app.get('/whoami', async (request) => (await auth.signedInUser(request)) ?? { id: null })
  app.get('/assets/a.js', async (request) => ({ loaded: Object.keys(request.cookies) }))
  app.get('/*', (request) => `page ${request.url}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  origin = base
  onTestFinished(async () => {
    await app.close()
    await auth.close()
    if (!beside) await test.drop()
    checkAnnouncements()
  })
  return { app, auth, test, secrets, origin: base, port, logged, database: test.database, whoami: createWhoami(base) }
}

const createWhoami =
  (base: string) =>
  async (browser: ReturnType<typeof createBrowser>): Promise<number | null> =>
    (JSON.parse((await browser.visit(`${base}/whoami`)).html) as { id: number | null }).id

export const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: 'correct horse battery' }

/** Creates an account through the pages and returns the last page. */
export const createAccount = async (
  browser: ReturnType<typeof createBrowser>,
  origin: string,
  person = ada,
  query = '',
): Promise<Visit> => {
  const page = await browser.open(`${origin}/api/login?create=1${query}`)
  return browser.follow(await browser.submit(page, person))
}

export const signIn = async (
  browser: ReturnType<typeof createBrowser>,
  origin: string,
  { email, password }: { email: string; password: string } = ada,
  query = '',
): Promise<Visit> => {
  const page = await browser.open(`${origin}/api/login${query}`)
  return browser.follow(await browser.submit(page, { email, password }))
}
