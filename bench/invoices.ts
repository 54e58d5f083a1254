import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase, preferGenericPlan } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import { startApp } from '../e2e/support/app.ts'
import { recordStatements } from './invoices/statements.ts'
import type { DriverLoad } from './load/driver-load.ts'
import type { HttpLoad } from './load/http-load.ts'
import { type LoadFigures, startLoad } from './load/load.ts'
import { numberPlaceholder } from './load/placeholders.ts'
import { isSmoke, positionals, readSizes } from './support/args.ts'
import { seedUsersAndInvoices } from './support/invoice-data.ts'

// Listing and creating invoices: over HTTP, and the same statements through the bare driver. Server, database, and the two load generators are
// processes of their own; HTTP and driver take turns within each round, one client and sixteen. Figures are medians of the rounds.
//   node bench/invoices.ts [rounds, default 7] [only rows whose name has this in it] [--smoke]
// BENCH_NODE_OPTIONS goes to the server: '--cpu-prof --cpu-prof-dir=/tmp/prof' shows where its time goes. BENCH_USERS is how many others there are.

const [rounds] = readSizes([7], [1])
const only = positionals[1] ?? ''
const roundMs = isSmoke ? 150 : 1500
const restMs = isSmoke ? 100 : 10_000
const quiet = () => undefined
const size = isSmoke ? { others: 2, each: 10, own: 100 } : { others: Number(process.env.BENCH_USERS ?? 100), each: 1000, own: 10_000 }

const app = await startApp(process.env.BENCH_NODE_OPTIONS ? { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS } : {})
const rss = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.process.pid}/status`, 'utf8'))?.[1]) / 1024)
/** Milliseconds of processor time that the server has used; a hundredth of a second is what the kernel counts in. */
const cpu = () => {
  const [, utime, stime] = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(readFileSync(`/proc/${app.process.pid}/stat`, 'utf8'))!
  return (Number(utime) + Number(stime)) * 10
}
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const connection = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(connection, { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const signIn = (name: string) =>
  createSession({ database, secrets, publicUrl: new URL(app.origin) }, { email: `${name}@example.com`, firstName: 'Bench', lastName: name })
const reader = await signIn('reader')
await seedUsersAndInvoices(embedded.connection, reader.userId, size)

// Sixteen businesses that create. Their trials begin far below zero, so that the counter does its work and never refuses.
const makers = await Promise.all(Array.from({ length: 16 }, (_, i) => signIn(`maker${i}`)))
let customerId = 0
for (const { userId } of makers) {
  await database.asUser(userId, async (db) => {
    await db.rows('update users set trial_invoices_used = -1000000 where id = $1', [userId])
    // The same id for all of them, which one body then can name.
    const [made] = await db.rows<{ id: number }>(
      `insert into customers (user_id, id, name, email) overriding system value
       values ($1, coalesce(nullif($2, 0), nextval(pg_get_serial_sequence('customers', 'id'))), 'Acme', 'pay@acme.example') returning id`,
      [userId, customerId],
    )
    customerId = made!.id
  })
}
await database.close()

const port = Number(new URL(app.origin).port)
const line = (i: number) => ({ description: `Work of a certain kind, part ${i}`, quantity: '1.50', unitPrice: `${100 + i}.99` })
const invoice = {
  customerId,
  invoiceNumber: `B-${numberPlaceholder}`,
  issueDate: '2026-01-01',
  dueDate: '2099-01-31',
  taxRate: '8.25',
  notes: 'Thank you for your business',
  terms: 'Due within 30 days',
  lineItems: [1, 2, 3, 4, 5].map(line),
}
const sql = await recordStatements(invoiceInput.parse(invoice), { limit: 50, sort: '-issueDate' })
const creation: HttpLoad = {
  port,
  method: 'POST',
  path: '/api/invoices',
  cookies: makers.map(({ cookie }) => cookie),
  body: JSON.stringify(invoice),
  status: 201,
}
const makerIds = makers.map(({ userId }) => userId)
const works: Record<string, { http: HttpLoad; driver: DriverLoad }> = {
  'list of 50 of 10,000': {
    http: { port, method: 'GET', path: '/api/invoices?limit=50&sort=-issueDate', cookies: [reader.cookie], status: 200 },
    driver: { connection, userIds: [reader.userId], trips: sql.list, settings: preferGenericPlan },
  },
  'create of 5 lines': { http: creation, driver: { connection, userIds: makerIds, trips: sql.create } },
  'create with Idempotency-Key': { http: { ...creation, keyed: true }, driver: { connection, userIds: makerIds, trips: sql.createOnce } },
}

const [http, driver] = [startLoad('./http-load.ts'), startLoad('./driver-load.ts')]
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const middle = (seen: LoadFigures[], figure: keyof LoadFigures, decimals: number) =>
  Number(median(seen.map((round) => round[figure])).toFixed(decimals))

await sleep(restMs / 5)
const memory: Record<string, number> = { 'at rest': rss() }
const table: Record<string, object> = {}
for (const [name, work] of Object.entries(works).filter(([name]) => name.includes(only))) {
  for (const clients of [1, 16]) {
    const seen = { http: [] as LoadFigures[], driver: [] as LoadFigures[], cpu: [] as number[] }
    for (let round = -1; round < rounds; round++) {
      const before = cpu()
      const overHttp = await http.run(work.http, clients, roundMs)
      const used = (cpu() - before) / overHttp.count
      const byDriver = await driver.run(work.driver, clients, roundMs)
      // The first round warms both up.
      if (round >= 0) {
        seen.http.push(overHttp)
        seen.driver.push(byDriver)
        seen.cpu.push(used)
      }
    }
    table[`${name}, ${clients} at a time`] = {
      'HTTP /s': middle(seen.http, 'perSecond', 0),
      'driver /s': middle(seen.driver, 'perSecond', 0),
      ratio: Number(median(seen.http.map(({ perSecond }, i) => perSecond / seen.driver[i]!.perSecond)).toFixed(2)),
      'HTTP p50 ms': middle(seen.http, 'p50', 2),
      'HTTP p99 ms': middle(seen.http, 'p99', 2),
      'driver p50 ms': middle(seen.driver, 'p50', 2),
      'driver p99 ms': middle(seen.driver, 'p99', 2),
      'server CPU ms': Number(median(seen.cpu).toFixed(2)),
    }
  }
  memory[`after ${name}`] = rss()
}
console.table(table)
await sleep(restMs)
console.table({ 'server RSS in MB': { ...memory, '10 s later': rss() } })
http.stop()
driver.stop()
await embedded.stop()
await app.stop()
