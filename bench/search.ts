import { Client, type QueryConfig } from 'pg'
import type { UserDb } from '#server/platform/db/client.ts'
import { today } from '#shared/dates.ts'
import { searchRecords } from '../src/features/search/routes.ts'
import { seedRecords } from './search/records.ts'
import { startBenchApp } from './support/app.ts'
import { readSizes } from './support/args.ts'
import { percentile, round, timed } from './support/stats.ts'

// Measures the search in 100,000 records of one user, beside those of other users: over HTTP against the same statements by the bare driver, as the
// app's role with row-level security. Both alternate; the server is a separate process. Then it measures the maintenance of the search entries in
// bulk changes.
//   node bench/search.ts [rounds, default 200] [records, default 100000] [--smoke]

const [rounds, records] = readSizes([200, 100_000], [1, 1000])

// The import comes on top of the limit of an account.
const app = await startBenchApp({ ACCOUNT_MAX_RECORDS: String(records * 2 + 10_000) })
const { database } = app
const { userId, cookie } = await app.signIn('search')
const owner = new Client(app.owner)
const bare = new Client({ ...app.connection, pipeline: true } as never)
await owner.connect()
await bare.connect()
await seedRecords(owner, database, userId, records, { otherUsers: 100, each: records / 50 })

const queries: Record<string, string> = {
  'a number, exactly': 'INV-2025-01234',
  'the start of a number': 'inv-2025-01',
  'digits of a number': '1234',
  'a name': 'greta bergmann',
  'the start of a name': 'kowalsk',
  'one letter': 'j',
  'two letters': 'an',
  'two letters, rare': 'qi',
  'a common word': 'consulting',
  'a part of words': 'erg',
  'two common words': 'certain translation',
  'a word of old records only': 'mail1999',
  'an amount': '$1,583.80',
  'a typo': 'consutling',
  'a typo in a name': 'kowlaski',
  'no match': 'xylophone',
  'no match, common parts': 'tionson',
}

/** Records the statements of a search, grouped by those that are sent together. */
const recordStatements = async (text: string): Promise<QueryConfig[][]> => {
  const trips: QueryConfig[][] = []
  let isOpen = false
  const note = (config: QueryConfig) => {
    if (!isOpen) trips.push([])
    isOpen = true
    queueMicrotask(() => {
      isOpen = false
    })
    trips.at(-1)!.push(config)
  }
  const toConfig = (sql: string, values: readonly unknown[] = [], name?: string) => ({
    text: sql,
    values: [...values],
    ...(name ? { name } : {}),
  })
  await database.asUser(userId, (db) => {
    const rows: UserDb['rows'] = (...args) => {
      note(toConfig(...args))
      return db.rows(...args)
    }
    const send: UserDb['send'] = (...args) => {
      note(toConfig(...args))
      db.send(...args)
    }
    return searchRecords({ ...db, rows, send }, text, today(new Date(), 'UTC'))
  })
  return trips
}

const searchOverHttp = async (text: string) => {
  const response = await fetch(`${app.origin}/api/search?${new URLSearchParams({ q: text })}`, { headers: { cookie } })
  const body = (await response.json()) as { hits: { title: string }[]; corrected: string | null }
  if (!response.ok) throw new Error(`${text}: ${response.status}`)
  return body
}
const searchByDriver = async (trips: QueryConfig[][]) => {
  const beginning = bare.query(`begin; select set_config('app.user_id', '${userId}', true)`)
  for (const [i, trip] of trips.entries())
    await Promise.all([...trip.map((each) => bare.query(each)), ...(i === trips.length - 1 ? [bare.query('commit')] : [])])
  await beginning
}

const percentileOf = (times: number[], share: number) => round(percentile(times, share))
const table: Record<string, object> = {}
const all: number[] = []
const trips = new Map<string, QueryConfig[][]>()
for (const text of Object.values(queries)) trips.set(text, await recordStatements(text))
const timesByName = new Map(Object.keys(queries).map((name) => [name, { http: [] as number[], driver: [] as number[] }]))
// Three rounds of warm-up.
for (let turn = -3; turn < rounds; turn++)
  for (const [name, text] of Object.entries(queries)) {
    const http = await timed(() => searchOverHttp(text))
    const driver = await timed(() => searchByDriver(trips.get(text)!))
    if (turn < 0) continue
    timesByName.get(name)!.http.push(http)
    timesByName.get(name)!.driver.push(driver)
    all.push(http)
  }
for (const [name, text] of Object.entries(queries)) {
  const { http, driver } = timesByName.get(name)!
  const { hits, corrected } = await searchOverHttp(text)
  table[`${name}: ${text}`] = {
    'HTTP p50 ms': percentileOf(http, 0.5),
    'HTTP p99 ms': percentileOf(http, 0.99),
    'driver p50 ms': percentileOf(driver, 0.5),
    'driver p99 ms': percentileOf(driver, 0.99),
    ratio: round(percentileOf(driver, 0.5) / percentileOf(http, 0.5), 2),
    hits: hits.length,
    first: hits[0]?.title ?? '',
    corrected: corrected ?? '',
  }
}
console.table(table)
console.log(`All searches over HTTP: p50 ${percentileOf(all, 0.5)} ms, p99 ${percentileOf(all, 0.99)} ms, worst ${percentileOf(all, 1)} ms`)

// Bulk changes: renaming a customer with many invoices, and an import.
const [customer] = await database.asUser(userId, (db) =>
  db.rows<{ id: number; version: number }>("insert into customers (user_id, name) values ($1, 'Large Customer') returning id, version", [
    userId,
  ]),
)
await owner.query('set session_replication_role = replica')
await owner.query(
  `update documents set customer_id = $2
   where user_id = $1 and id in (select id from documents where user_id = $1 and type = 'invoice' order by id limit 10000)`,
  [userId, customer!.id],
)
await owner.query('set session_replication_role = origin')
const send = async (method: string, path: string, body: object) => {
  const response = await fetch(app.origin + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
const renamingMs = await timed(() => send('PUT', `/api/customers/${customer!.id}`, { name: 'Larger Customer', version: customer!.version }))
const rows = Array.from({ length: 1000 }, (_, i) => ({ line: i + 2, values: { name: `Imported ${i}`, email: `imported${i}@example.com` } }))
const importingMs = await timed(() => send('POST', '/api/customers/import', { rows }))
console.table({
  'renaming a customer with 10,000 invoices, ms': Math.round(renamingMs),
  'importing 1,000 customers, ms': Math.round(importingMs),
})
const stored = await owner.query(
  "select pg_size_pretty(pg_total_relation_size('search_entries')) as entries, (select pg_size_pretty(sum(pg_relation_size(indexrelid))) from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'search_entries'::regclass and relam = (select oid from pg_am where amname = 'gin')) as index, pg_size_pretty(pg_total_relation_size('search_words')) as words",
)
console.table(stored.rows)

await owner.end()
await bare.end()
await app.stop()
