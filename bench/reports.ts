import { Client } from 'pg'
import { dashboardModule } from '#features/dashboard/routes.ts'
import { reportsModule } from '#features/reports/routes.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import type { Services } from '#server/domain/services.ts'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { today } from '#shared/dates.ts'
import { listCases } from './reports/cases.ts'
import { seedReportData } from './reports/data.ts'
import { measurePosting } from './reports/posting.ts'
import { recordStatements, replay } from './reports/statements.ts'
import { startBenchApp } from './support/app.ts'
import { isSmoke, positionals, readSizes } from './support/args.ts'
import { buildInvoiceBody, prepareCreators } from './support/invoice-data.ts'
import { getResidentMb } from './support/processes.ts'
import { createTimings, median, round, timed } from './support/stats.ts'

// Measures the dashboard and each report of a user with 10,000 and of one with 100,000 invoices: over HTTP (authentication included) against the
// same statements by the bare driver, as the app's role with row-level security. All cases alternate, so that a busy machine slows all of them. The full
// check of the books is measured over HTTP, in three rounds; and at the end what posting an invoice and a payment costs beside the creation of a draft.
//   node bench/reports.ts [rounds, default 100] [sizes, default 10000,100000] [only cases whose name contains this] [--smoke]

const [rounds] = readSizes([100], [1])
const sizes = (positionals[1] ?? (isSmoke ? '100,500' : '10000,100000')).split(',').map(Number)
const only = positionals[2] ?? ''

const app = await startBenchApp()
const { connection, database } = app
const pdf = createPdfRenderer({ picture: async () => null })
const services = { database, pdf } as unknown as Services
const routes = [dashboardModule, reportsModule].flatMap((module) => module(services).routes!)
const bare = new Client(connection)
const owner = new Client(app.owner)
await bare.connect()
await owner.connect()

const now = today(new Date(), 'UTC')
const users = []
for (const size of sizes) {
  const { userId, cookie } = await app.signIn(`reports${size}`)
  const ms = await timed(() => seedReportData(connection, userId, size))
  console.log(`${size.toLocaleString('en')} invoices inserted in ${(ms / 1000).toFixed(1)} s`)
  const posted = await timed(() => database.asUser(userId, postAll))
  console.log(`their journal was posted in ${(posted / 1000).toFixed(1)} s`)
  users.push({ size, userId, cookie })
}
// As autovacuum would do within a minute.
await owner.query('vacuum analyze')

const timings = createTimings()

const table: Record<string, Record<string, number>> = {}
for (const { size, userId, cookie } of users) {
  const { rows } = await owner.query<{ id: number }>('select min(id) as id from customers where user_id = $1', [userId])
  const cases = listCases(now, rows[0]!.id).filter(({ name }) => name.includes(only))
  const statements = new Map<string, Awaited<ReturnType<typeof recordStatements>>>()
  for (const each of cases) statements.set(each.name, await recordStatements(database, routes, userId, each, now))
  const memoryBefore = getResidentMb(app.pid)
  // Three rounds of warm-up.
  for (let turn = -3; turn < rounds; turn++)
    for (const { name, path, query } of cases) {
      await timings.measure(
        `http ${name} ${size}`,
        async () => {
          const response = await fetch(`${app.origin}${path}?${new URLSearchParams(query)}`, { headers: { cookie, 'x-time-zone': 'UTC' } })
          const body = await response.text()
          if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`)
        },
        turn,
      )
      await timings.measure(`driver ${name} ${size}`, () => replay(bare, statements.get(name)!), turn)
    }
  console.log(
    `The server's memory with ${size.toLocaleString('en')} invoices: ${memoryBefore} MB before, ${getResidentMb(app.pid)} MB after`,
  )
  for (const { name } of cases) {
    const http = timings.median(`http ${name} ${size}`)
    const row = table[name] ?? {}
    table[name] = row
    row[`${size} p50 ms`] = round(http)
    row[`${size} p99 ms`] = round(timings.percentile(`http ${name} ${size}`, 0.99))
    row[`${size} to driver`] = round(http / timings.median(`driver ${name} ${size}`), 2)
    if (size !== sizes[0]) row[`growth from ${sizes[0]}`] = round(http / timings.median(`http ${name} ${sizes[0]}`))
  }
  if (!'check of the books'.includes(only)) continue
  const checks: number[] = []
  for (let turn = 0; turn < Math.min(rounds, 3); turn++)
    checks.push(
      await timed(async () => {
        const response = await fetch(`${app.origin}/api/books/health`, { headers: { cookie } })
        if (!response.ok) throw new Error(`check of the books: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
      }),
    )
  console.log(`The check of the books of ${size.toLocaleString('en')} invoices took ${round(median(checks) / 1000, 1)} s`)
}
console.table(table)
if ('posting'.includes(only)) {
  const { userId, cookie } = await app.signIn('posting')
  const customerId = await prepareCreators(database, [userId])
  const create = async (invoiceNumber: string) => {
    const response = await fetch(`${app.origin}/api/invoices`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...buildInvoiceBody(customerId, invoiceNumber), status: 'draft' }),
    })
    const body = (await response.json()) as { id: number }
    if (!response.ok) throw new Error(`create: ${response.status} ${JSON.stringify(body)}`)
    return body.id
  }
  console.table(await measurePosting({ database, userId, create }, rounds * 5))
}
await bare.end()
await owner.end()
await pdf.close()
await app.stop()
