import { execFileSync } from 'node:child_process'
import type { Browser } from '@playwright/test'
import { Client } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { startApp } from '../../e2e/support/app.ts'
import { seedUsersAndInvoices } from '../support/invoice-data.ts'

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>

/** Signs in, or up, by the pages' own forms. @returns the cookies of the session */
const cookiesOf = async (browser: Browser, baseURL: string, path: string, form: Record<string, string>): Promise<Cookies> => {
  const context = await browser.newContext({ baseURL })
  const page = await context.request.get(path)
  const home = await context.request.post(page.url(), { form })
  if (home.url() !== `${baseURL}/`) {
    const [, refusal] = /role="alert"[^>]*>([^<]+)/.exec(await home.text()) ?? []
    throw new Error(`the sign-in ended at ${home.url()}: ${refusal ?? 'the page says nothing of a reason'}`)
  }
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/**
 * The product as `npm start` runs it, with two people: one has the believable year of `npm run seed`, the other 1,000 invoices and nothing else.
 * `payPath` is the page of an open invoice of the first, whose business has a logo.
 */
export const startEnvironment = async (browser: Browser) => {
  const app = await startApp()
  const env = { ...process.env, DATA_DIR: app.dataDir }
  execFileSync(process.execPath, ['scripts/seed.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: () => undefined })
  const demo = await cookiesOf(browser, app.origin, '/api/login', { email: 'demo@example.com', password: 'demo-demo-demo' })
  const many = { email: 'many@example.com', password: 'a thousand invoices', firstName: 'Many', lastName: 'Rows' }
  const thousand = await cookiesOf(browser, app.origin, '/api/login?create=1', many)
  const owner = new Client(embedded.connection)
  await owner.connect()
  const ask = async <Row>(sql: string, values: unknown[] = []): Promise<Row> => (await owner.query(sql, values)).rows[0] as Row
  const { id } = await ask<{ id: number }>('select id from users where email = $1', [many.email])
  await seedUsersAndInvoices(embedded.connection, id, { others: 0, each: 0, own: 1000 })
  const { publicId } = await ask<{ publicId: string }>(
    `select p.public_id as "publicId" from public_invoices p join invoices i on i.id = p.invoice_id join users u on u.id = i.user_id
     where u.email = 'demo@example.com' and i.status = 'sent' and i.deleted_at is null order by i.id desc limit 1`,
  )
  await owner.end()
  await embedded.stop()
  return { app, demo, thousand, payPath: `/pay-invoice/${publicId}` }
}
