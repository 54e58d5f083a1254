import { chromium } from '@playwright/test'
import { runAsOwner, startBenchApp } from './support/app.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { createTimings, round } from './support/stats.ts'

// Measures the list pages of customers, items and expenses with 10, 1,000 and 10,000 records: the server's response time, and the time until
// Chromium paints the first row. The sizes alternate within each round, so that a busy machine slows all of them; figures are medians, and ratios
// to 10 records.
//   node bench/lists.ts [rounds, default 15] [--smoke]

const [rounds] = readSizes([15], [1])
const sizes = isSmoke ? [10, 100] : [10, 1000, 10_000]
const kinds = ['customers', 'items', 'expenses'] as const
const callsPerRound = isSmoke ? 2 : 20

const app = await startBenchApp()
const { database } = app

const fill = `
  with c as (
    insert into customers (user_id, name, company, email, city)
    select $1, 'Customer ' || i, 'Company ' || i % 97, 'mail' || i || '@example.com', 'Lyon' from generate_series(1, $2::int) i
  ), m as (
    insert into items (user_id, name, category, description, unit_price)
    select $1, 'Item ' || i, 'Category ' || i % 23, 'What it is, in a sentence', round((i % 9999 + 1) / 100.0, 2) from generate_series(1, $2::int) i
  )
  insert into expenses (user_id, description, category, vendor, amount, expense_date)
  select $1, 'Expense ' || i, 'Travel', 'Vendor ' || i % 89, (i % 9999) / 100.0, date '2020-01-01' + i % 2000 from generate_series(1, $2::int) i`

/** The Cookie header of the user with that many records. */
const cookies = new Map<number, string>()
for (const size of sizes) {
  const { userId, cookie } = await app.signIn(`lists${size}`)
  await database.asUser(userId, (db) => db.rows(fill, [userId, size]))
  cookies.set(size, cookie)
}

// As autovacuum would do within a minute. Without statistics the planner sorts all rows instead of using the index.
await runAsOwner(app.owner, 'analyze')

const timings = createTimings()

/** The first request of each list page, and a search. */
const firstPage = { customers: '?sort=name&limit=60', items: '?sort=name&limit=60', expenses: '?sort=-expenseDate&limit=60' }
const search = {
  customers: '?search=mail7&sort=name&limit=60',
  items: '?search=item+7&sort=name&limit=60',
  expenses: '?search=vendor+7&limit=60',
}
const request = async (path: string, cookie: string) => {
  const response = await fetch(app.origin + path, { headers: { cookie } })
  await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}
// Round -1 is a warm-up.
for (let turn = -1; turn < rounds; turn++) {
  for (const kind of kinds)
    for (const size of sizes)
      for (let i = 0; i < callsPerRound; i++) {
        await timings.measure(`server ${kind} ${size}`, () => request(`/api/${kind}${firstPage[kind]}`, cookies.get(size)!), turn)
        await timings.measure(`search ${kind} ${size}`, () => request(`/api/${kind}${search[kind]}`, cookies.get(size)!), turn)
      }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const firstRow = { customers: 'main h2', items: 'main h2', expenses: 'main tbody tr' }
const pages = new Map(
  await Promise.all(
    sizes.map(async (size) => {
      const context = await browser.newContext()
      const [name, value] = cookies.get(size)!.split(';')[0]!.split('=') as [string, string]
      await context.addCookies([{ name, value, url: app.origin }])
      const page = await context.newPage()
      return [size, page] as const
    }),
  ),
)
for (let turn = -1; turn < rounds; turn++)
  for (const kind of kinds)
    for (const size of sizes) {
      const page = pages.get(size)!
      await page.goto('about:blank')
      await page.goto(`${app.origin}/${kind}`, { waitUntil: 'commit' })
      // From the start of the navigation to the frame after the first row appears.
      const ms = await page.evaluate(
        (selector) =>
          new Promise<number>((resolve) => {
            const check = () =>
              document.querySelector(selector) ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(check)
            check()
          }),
        firstRow[kind],
      )
      if (turn >= 0) timings.add(`browser ${kind} ${size}`, ms)
    }

const table: Record<string, object> = {}
for (const kind of kinds)
  for (const size of sizes) {
    const ms = (measurement: string) => timings.median(`${measurement} ${kind} ${size}`)
    const ratio = (measurement: string) => round(ms(measurement) / timings.median(`${measurement} ${kind} ${sizes[0]}`), 2)
    table[`${kind} ${size.toLocaleString('en')}`] = {
      'server ms': round(ms('server'), 2),
      'to 10': ratio('server'),
      'search ms': round(ms('search'), 2),
      'search to 10': ratio('search'),
      'first row ms': Math.round(ms('browser')),
      'row to 10': ratio('browser'),
    }
  }
console.table(table)
await browser.close()
await app.stop()
