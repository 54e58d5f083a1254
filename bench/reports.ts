import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { createSession } from '#server/testing/session.ts'
import { today } from '#shared/dates.ts'
import { startApp } from '../e2e/support/app.ts'
import { listCases } from './reports/cases.ts'
import { seedReportData } from './reports/data.ts'
import { recordStatements, replay } from './reports/statements.ts'
import { isSmoke, positionals, readSizes as sizesOf } from './support/args.ts'

// The dashboard and each report of one user with 10,000 and of one with 100,000 invoices: what a call takes over HTTP, sign-in included, beside the same
// statements by the bare driver, as the app's role behind the same walls. All take turns, so that a busy machine slows all of them.
//   node bench/reports.ts [rounds, default 100] [sizes, default 10000,100000] [only cases whose name has this in it] [--smoke]

const [rounds] = sizesOf([100], [1])
const sizes = (positionals[1] ?? (isSmoke ? '100,500' : '10000,100000')).split(',').map(Number)
const only = positionals[2] ?? ''
const quiet = () => undefined

const app = await startApp()
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const connection = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(connection, { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const pdf = createPdfRenderer({ picture: async () => null })
const routes = [...dashboardRoutes(), ...reportRoutes({ pdf })]
const bare = new Client(connection)
const owner = new Client(embedded.connection)
await bare.connect()
await owner.connect()

const now = today(new Date(), 'UTC')
const people = []
for (const size of sizes) {
  const who = { email: `reports.${size}@example.com`, firstName: 'Reports', lastName: String(size) }
  const { userId, cookie } = await createSession({ database, secrets, publicUrl: new URL(app.origin) }, who)
  const at = performance.now()
  await seedReportData(connection, userId, size)
  console.log(`${size.toLocaleString('en')} invoices written in ${((performance.now() - at) / 1000).toFixed(1)} s`)
  people.push({ size, userId, cookie })
}
// What autovacuum does within a minute of such a growth.
await owner.query('vacuum analyze')

/** Resident memory of the app's own process, in MB. */
const memory = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.process.pid}/status`, 'utf8'))![1]) / 1024)
const times = new Map<string, number[]>()
const timed = async (what: string, work: () => Promise<unknown>, round: number) => {
  const at = performance.now()
  await work()
  if (round >= 0) times.set(what, [...(times.get(what) ?? []), performance.now() - at])
}
const share = (what: string, of: number) => {
  const sorted = times.get(what)!.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))]!
}

const table: Record<string, Record<string, number>> = {}
for (const { size, userId, cookie } of people) {
  const { rows } = await owner.query<{ id: number }>('select min(id) as id from customers where user_id = $1', [userId])
  const cases = listCases(now, rows[0]!.id).filter(({ name }) => name.includes(only))
  const statements = new Map<string, Awaited<ReturnType<typeof recordStatements>>>()
  for (const one of cases) statements.set(one.name, await recordStatements(database, routes, userId, one, now))
  const before = memory()
  for (let round = -3; round < rounds; round++)
    for (const { name, path, query } of cases) {
      await timed(
        `http ${name} ${size}`,
        async () => {
          const reply = await fetch(`${app.origin}${path}?${new URLSearchParams(query)}`, { headers: { cookie, 'x-time-zone': 'UTC' } })
          const body = await reply.text()
          if (!reply.ok) throw new Error(`${name}: ${reply.status} ${body}`)
        },
        round,
      )
      await timed(`bare ${name} ${size}`, () => replay(bare, statements.get(name)!), round)
    }
  console.log(`The server's memory with ${size.toLocaleString('en')} invoices: ${before} MB before, ${memory()} MB after`)
  for (const { name } of cases) {
    const http = share(`http ${name} ${size}`, 0.5)
    const row = table[name] ?? {}
    table[name] = row
    row[`${size} p50 ms`] = Number(http.toFixed(1))
    row[`${size} p99 ms`] = Number(share(`http ${name} ${size}`, 0.99).toFixed(1))
    row[`${size} to bare`] = Number((http / share(`bare ${name} ${size}`, 0.5)).toFixed(2))
    if (size !== sizes[0]) row[`growth from ${sizes[0]}`] = Number((http / share(`http ${name} ${sizes[0]}`, 0.5)).toFixed(1))
  }
}
console.table(table)
await bare.end()
await owner.end()
await pdf.close()
await database.close()
await embedded.stop()
await app.stop()
