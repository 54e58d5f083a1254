import { performance } from 'node:perf_hooks'
import { chromium } from '@playwright/test'
import { Client } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../e2e/support/app.ts'
import { isSmoke, readSizes as sizesOf } from './support/args.ts'

// First rows of customers, items and expenses with 10, 1,000 and 10,000 records: time of the server's answer, and time until the first row is
// painted in Chromium. Sizes take turns within each round, so that a busy machine slows all of them; figures are medians, and ratios to 10 records.
//   node bench/lists.ts [rounds, default 15] [--smoke]

const [rounds] = sizesOf([15], [1])
const sizes = isSmoke ? [10, 100] : [10, 1000, 10_000]
const kinds = ['customers', 'items', 'expenses'] as const
const callsARound = isSmoke ? 2 : 20
const quiet = () => undefined

const app = await startApp()
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))

const fill = `
  with c as (
    insert into customers (user_id, name, company, email, city)
    select $1, 'Customer ' || i, 'Company ' || i % 97, 'mail' || i || '@example.com', 'Lyon' from generate_series(1, $2::int) i
  ), m as (
    insert into items (user_id, name, category, description, unit_price)
    select $1, 'Item ' || i, 'Category ' || i % 23, 'What it is, in a sentence', (i % 9999) / 100.0 from generate_series(1, $2::int) i
  )
  insert into expenses (user_id, description, category, vendor, amount, expense_date)
  select $1, 'Expense ' || i, 'Travel', 'Vendor ' || i % 89, (i % 9999) / 100.0, date '2020-01-01' + i % 2000 from generate_series(1, $2::int) i`

const people = new Map<number, string>()
for (const size of sizes) {
  const who = { email: `lists.${size}@example.com`, firstName: 'Lists', lastName: String(size) }
  const { userId, cookie } = await createSession({ database, secrets, publicUrl: new URL(app.origin) }, who)
  await database.asUser(userId, (db) => db.rows(fill, [userId, size]))
  people.set(size, cookie)
}

// What autovacuum does within a minute of such a growth; until then the planner sorts all rows instead of walking the index.
const owner = new Client(embedded.connection)
await owner.connect()
await owner.query('analyze')
await owner.end()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const times = new Map<string, number[]>()
const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms])

/** The call that a list page makes first, and the one that a search of it makes. */
const firstPage = { customers: '?sort=name&limit=60', items: '?sort=name&limit=60', expenses: '?sort=-expenseDate&limit=60' }
const search = {
  customers: '?search=mail7&sort=name&limit=60',
  items: '?search=item+7&sort=name&limit=60',
  expenses: '?search=vendor+7&limit=60',
}
const ask = async (what: string, path: string, cookie: string) => {
  const at = performance.now()
  const reply = await fetch(app.origin + path, { headers: { cookie } })
  await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  note(what, performance.now() - at)
}
for (let round = -1; round < rounds; round++) {
  if (round === 0) times.clear()
  for (const kind of kinds)
    for (const size of sizes)
      for (let i = 0; i < callsARound; i++) {
        await ask(`server ${kind} ${size}`, `/api/${kind}${firstPage[kind]}`, people.get(size)!)
        await ask(`search ${kind} ${size}`, `/api/${kind}${search[kind]}`, people.get(size)!)
      }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const firstRow = { customers: 'main h2', items: 'main h2', expenses: 'main tbody tr' }
const pages = new Map(
  await Promise.all(
    sizes.map(async (size) => {
      const context = await browser.newContext()
      const [name, value] = people.get(size)!.split(';')[0]!.split('=') as [string, string]
      await context.addCookies([{ name, value, url: app.origin }])
      const page = await context.newPage()
      return [size, page] as const
    }),
  ),
)
for (let round = -1; round < rounds; round++)
  for (const kind of kinds)
    for (const size of sizes) {
      const page = pages.get(size)!
      await page.goto('about:blank')
      await page.goto(`${app.origin}/${kind}`, { waitUntil: 'commit' })
      // From the start of the navigation to the frame after the first row.
      const ms = await page.evaluate(
        (selector) =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.querySelector(selector) ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look)
            look()
          }),
        firstRow[kind],
      )
      if (round >= 0) note(`browser ${kind} ${size}`, ms)
    }

const table: Record<string, object> = {}
for (const kind of kinds)
  for (const size of sizes) {
    const ms = (what: string) => median(times.get(`${what} ${kind} ${size}`)!)
    const ratio = (what: string) => Number((ms(what) / median(times.get(`${what} ${kind} ${sizes[0]}`)!)).toFixed(2))
    table[`${kind} ${size.toLocaleString('en')}`] = {
      'server ms': Number(ms('server').toFixed(2)),
      'to 10': ratio('server'),
      'search ms': Number(ms('search').toFixed(2)),
      'search to 10': ratio('search'),
      'first row ms': Math.round(ms('browser')),
      'row to 10': ratio('browser'),
    }
  }
console.table(table)
await browser.close()
await database.close()
await embedded.stop()
await app.stop()
