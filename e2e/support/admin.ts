import { Client } from 'pg'
import { startEmbedded } from '../../src/server/operations/embedded-postgres/embedded.ts'
import { startApp } from './app.ts'
import { confirmAddress } from './mailbox.ts'
import { test as base, expect } from './test.ts'

export { expect } from './test.ts'

type Cookies = Awaited<ReturnType<ReturnType<import('@playwright/test').Page['context']>['cookies']>>
type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>
type Admin = { email: string; cookies: Cookies }

/** Extends `test` with an app that already has an admin: an account with the address in `ADMIN_EMAIL`, which is confirmed. */
export const test = base.extend<{ asAdmin: Admin }, { adminEmail: string; admin: Admin; sql: Sql }>({
  adminEmail: [
    // Each worker has its own address, because workers can share a database.
    async ({}, use) => use(`admin.${Date.now()}.${process.pid}@example.com`),
    { scope: 'worker' },
  ],
  app: [
    async ({ adminEmail }, use) => {
      const app = await startApp({ ADMIN_EMAIL: adminEmail })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [
    async ({ app, adminEmail: email, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: app.origin })
      const form = await request.get('/api/login?create=1')
      const account = { firstName: 'Ada', lastName: 'Admin', email, password: 'correct horse battery' }
      const home = await request.post(form.url(), { form: account })
      expect(home.url(), 'signed in').toBe(`${app.origin}/`)
      await confirmAddress(request, email)
      await use({ email, cookies: (await request.storageState()).cookies })
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  sql: [
    async ({ app }, use) => {
      const url = process.env.E2E_DATABASE_URL
      const embedded = url ? null : await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: () => undefined })
      const owner = new Client(url ? { connectionString: url } : embedded!.connection)
      await owner.connect()
      await use(async (text, values = []) => (await owner.query(text, values)).rows)
      await owner.end()
      await embedded?.stop()
    },
    { scope: 'worker' },
  ],
  asAdmin: async ({ context, admin }, use) => {
    await context.addCookies(admin.cookies)
    await use(admin)
  },
})
