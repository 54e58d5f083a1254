import { execFileSync } from 'node:child_process'
import type { Browser } from '@playwright/test'
import { Client } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { startApp } from '../support/app.ts'
import { seedUsersAndInvoices } from '../support/invoice-data.ts'

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>

/** Signs in or up by the pages' forms. @returns the cookies of the session */
const signIn = async (browser: Browser, baseURL: string, path: string, form: Record<string, string>): Promise<Cookies> => {
  const context = await browser.newContext({ baseURL })
  const page = await context.request.get(path)
  const home = await context.request.post(page.url(), { form })
  if (home.url() !== `${baseURL}/`) {
    const [, refusal] = /role="alert"[^>]*>([^<]+)/.exec(await home.text()) ?? []
    throw new Error(`the sign-in ended at ${home.url()}: ${refusal ?? 'the page shows no reason'}`)
  }
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/**
 * Starts the product as `npm start` does, with two users: one has the demo data of `npm run seed`, the other only 1,000 invoices. `payPath` is the
 * payment page of an open invoice of the first user, whose business has a logo.
 */
export const startEnvironment = async (browser: Browser) => {
  const app = await startApp()
  const env = { ...process.env, DATA_DIR: app.dataDir }
  execFileSync(process.execPath, ['dist-server/seed.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: () => undefined })
  const demo = await signIn(browser, app.origin, '/api/login', { email: 'demo@example.com', password: 'demo-demo-demo' })
  const many = { email: 'many@example.com', password: 'a thousand invoices', firstName: 'Many', lastName: 'Rows' }
  const thousand = await signIn(browser, app.origin, '/api/login?create=1', many)
  const owner = new Client(embedded.connection)
  await owner.connect()
  const queryRow = async <Row>(sql: string, values: unknown[] = []): Promise<Row> => (await owner.query(sql, values)).rows[0] as Row
  const { id } = await queryRow<{ id: number }>('select id from users where email = $1', [many.email])
  await seedUsersAndInvoices(embedded.connection, id, { others: 0, each: 0, own: 1000 })
  const { publicId } = await queryRow<{ publicId: string }>(
    `select l.public_id as "publicId" from users u join documents d on d.user_id = u.id join public_links l on l.user_id = u.id and l.document_id = d.id
     where u.email = 'demo@example.com' and d.type = 'invoice' and d.status = 'sent' and d.deleted_at is null order by d.id desc limit 1`,
  )
  await owner.end()
  await embedded.stop()
  return { app, demo, thousand, payPath: `/pay-invoice/${publicId}` }
}
