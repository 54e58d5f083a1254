import { setTimeout as sleep } from 'node:timers/promises'
import { preferGenericPlan } from '#server/platform/db/client.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import { recordStatements } from './invoices/statements.ts'
import type { DriverLoad } from './load/driver-load.ts'
import type { HttpLoad } from './load/http-load.ts'
import { type LoadFigures, numberPlaceholder, startLoad } from './load/load.ts'
import { startBenchApp } from './support/app.ts'
import { isSmoke, positionals, readSizes } from './support/args.ts'
import { buildInvoiceBody, prepareCreators, seedUsersAndInvoices } from './support/invoice-data.ts'
import { getCpuMs, getResidentMb } from './support/processes.ts'
import { median, round } from './support/stats.ts'

// Measures listing and creating invoices over HTTP against the same statements by the bare driver, with one and with sixteen clients. The server, its
// database and both load generators are separate processes. HTTP and driver alternate within each round; figures are medians of the rounds.
//   node bench/invoices.ts [rounds, default 7] [only cases whose name contains this] [--smoke]
// BENCH_USERS is the number of other users.

const [rounds] = readSizes([7], [1])
const only = positionals[1] ?? ''
const roundMs = isSmoke ? 150 : 1500
const restMs = isSmoke ? 100 : 10_000
const size = isSmoke ? { others: 2, each: 10, own: 100 } : { others: Number(process.env.BENCH_USERS ?? 100), each: 1000, own: 10_000 }

const app = await startBenchApp()
const { connection } = app
const reader = await app.signIn('reader')
await seedUsersAndInvoices(app.owner, reader.userId, size)
const creators = await Promise.all(Array.from({ length: 16 }, (_, i) => app.signIn(`creator${i}`)))
const creatorIds = creators.map(({ userId }) => userId)

const port = Number(new URL(app.origin).port)
const invoice = buildInvoiceBody(await prepareCreators(app.database, creatorIds), `B-${numberPlaceholder}`)
const sql = await recordStatements(invoiceInput.parse(invoice), { limit: 50, sort: '-issueDate' })
const { list: shortList } = await recordStatements(invoiceInput.parse(invoice), { limit: 50, sort: '-issueDate', short: true })
const creation: HttpLoad = {
  port,
  method: 'POST',
  path: '/api/invoices',
  cookies: creators.map(({ cookie }) => cookie),
  body: JSON.stringify(invoice),
  status: 201,
}
const cases: Record<string, { http: HttpLoad; driver: DriverLoad }> = {
  'list of 50 of 10,000': {
    http: { port, method: 'GET', path: '/api/invoices?limit=50&sort=-issueDate', cookies: [reader.cookie], status: 200 },
    driver: { connection, userIds: [reader.userId], trips: sql.list, settings: preferGenericPlan },
  },
  // What the app itself asks for.
  'short list of 50 of 10,000': {
    http: { port, method: 'GET', path: '/api/invoices?limit=50&sort=-issueDate&short=true', cookies: [reader.cookie], status: 200 },
    driver: { connection, userIds: [reader.userId], trips: shortList, settings: preferGenericPlan },
  },
  'create of 5 lines': { http: creation, driver: { connection, userIds: creatorIds, trips: sql.create } },
  'create with Idempotency-Key': { http: { ...creation, keyed: true }, driver: { connection, userIds: creatorIds, trips: sql.createOnce } },
}

const [http, driver] = [startLoad('./http-load.ts'), startLoad('./driver-load.ts')]
const medianOf = (figures: LoadFigures[], name: keyof LoadFigures, decimals: number) =>
  round(median(figures.map((each) => each[name])), decimals)

await sleep(restMs / 5)
const memory: Record<string, number> = { 'at rest': getResidentMb(app.pid) }
const table: Record<string, object> = {}
for (const [name, work] of Object.entries(cases).filter(([name]) => name.includes(only))) {
  for (const clients of [1, 16]) {
    const results = { http: [] as LoadFigures[], driver: [] as LoadFigures[], cpu: [] as number[] }
    for (let turn = -1; turn < rounds; turn++) {
      const cpuBefore = getCpuMs(app.pid)
      const overHttp = await http.run(work.http, clients, roundMs)
      const used = (getCpuMs(app.pid) - cpuBefore) / overHttp.count
      const byDriver = await driver.run(work.driver, clients, roundMs)
      // Round -1 is a warm-up.
      if (turn >= 0) {
        results.http.push(overHttp)
        results.driver.push(byDriver)
        results.cpu.push(used)
      }
    }
    table[`${name}, ${clients} at a time`] = {
      'HTTP /s': medianOf(results.http, 'perSecond', 0),
      'driver /s': medianOf(results.driver, 'perSecond', 0),
      ratio: round(median(results.http.map(({ perSecond }, i) => perSecond / results.driver[i]!.perSecond)), 2),
      'HTTP p50 ms': medianOf(results.http, 'p50', 2),
      'HTTP p99 ms': medianOf(results.http, 'p99', 2),
      'driver p50 ms': medianOf(results.driver, 'p50', 2),
      'driver p99 ms': medianOf(results.driver, 'p99', 2),
      'server CPU ms': round(median(results.cpu), 2),
    }
  }
  memory[`after ${name}`] = getResidentMb(app.pid)
}
console.table(table)
await sleep(restMs)
console.table({ 'server RSS in MB': { ...memory, '10 s later': getResidentMb(app.pid) } })
http.stop()
driver.stop()
await app.stop()
