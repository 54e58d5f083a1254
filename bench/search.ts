import { performance } from 'node:perf_hooks'
import { Client, type QueryConfig } from 'pg'
import { searchRecords } from '#server/features/search/search-records.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase, type UserDb } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../e2e/support/app.ts'
import { seedRecords } from './search/records.ts'
import { readSizes } from './support/args.ts'

// The search through 100,000 records of one user, with strangers' beside them: what a call takes over HTTP, and the same statements by the bare driver
// as the app's role behind the same walls. Both take turns; the server is a process of its own. Then what keeping the entries takes where much changes
// at once.
//   node bench/search.ts [rounds, default 200] [records, default 100000] [--smoke]

const [rounds, records] = readSizes([200, 100_000], [1, 1000])
const quiet = () => undefined

const app = await startApp()
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const connection = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(connection, { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const { userId, cookie } = await createSession(
  { database, secrets, publicUrl: new URL(app.origin) },
  { email: 'search@example.com', firstName: 'Search', lastName: 'Bench' },
)
const owner = new Client(embedded.connection)
const bare = new Client({ ...connection, pipeline: true } as never)
await owner.connect()
await bare.connect()
await seedRecords(owner, userId, records, { strangers: 100, each: records / 50 })

const asks: Record<string, string> = {
  'a number, exactly': 'INV-2025-01234',
  'a number, begun': 'inv-2025-01',
  'digits of a number': '1234',
  'a name': 'greta bergmann',
  'a name, begun': 'kowalsk',
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
  'nothing of the kind': 'xylophone',
  'nothing, of common parts': 'tionson',
}

/** The statements of one search, those that go out together together. */
const recorded = async (text: string): Promise<QueryConfig[][]> => {
  const trips: QueryConfig[][] = []
  let open = false
  const note = (config: QueryConfig) => {
    if (!open) trips.push([])
    open = true
    queueMicrotask(() => {
      open = false
    })
    trips.at(-1)!.push(config)
  }
  const config = (sql: string, values: readonly unknown[] = [], name?: string) => ({
    text: sql,
    values: [...values],
    ...(name ? { name } : {}),
  })
  await database.asUser(userId, (db) => {
    const rows: UserDb['rows'] = (...asked) => {
      note(config(...asked))
      return db.rows(...asked)
    }
    const send: UserDb['send'] = (...asked) => {
      note(config(...asked))
      db.send(...asked)
    }
    return searchRecords({ userId, rows, send, orm: db.orm }, text)
  })
  return trips
}

const overHttp = async (text: string) => {
  const reply = await fetch(`${app.origin}/api/search?${new URLSearchParams({ q: text })}`, { headers: { cookie } })
  const body = (await reply.json()) as { hits: { title: string }[]; corrected: string | null }
  if (!reply.ok) throw new Error(`${text}: ${reply.status}`)
  return body
}
const byDriver = async (trips: QueryConfig[][]) => {
  const began = bare.query(`begin; select set_config('app.user_id', '${userId}', true)`)
  for (const [i, trip] of trips.entries())
    await Promise.all([...trip.map((each) => bare.query(each)), ...(i === trips.length - 1 ? [bare.query('commit')] : [])])
  await began
}

const at = (times: number[], part: number) => Number(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!.toFixed(1))
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}
const table: Record<string, object> = {}
const all: number[] = []
const trips = new Map<string, QueryConfig[][]>()
for (const text of Object.values(asks)) trips.set(text, await recorded(text))
const times = new Map(Object.keys(asks).map((name) => [name, { http: [] as number[], driver: [] as number[] }]))
for (let round = -3; round < rounds; round++)
  for (const [name, text] of Object.entries(asks)) {
    const http = await timed(() => overHttp(text))
    const driver = await timed(() => byDriver(trips.get(text)!))
    if (round < 0) continue
    times.get(name)!.http.push(http)
    times.get(name)!.driver.push(driver)
    all.push(http)
  }
for (const [name, text] of Object.entries(asks)) {
  const { http, driver } = times.get(name)!
  const { hits, corrected } = await overHttp(text)
  table[`${name}: ${text}`] = {
    'HTTP p50 ms': at(http, 0.5),
    'HTTP p99 ms': at(http, 0.99),
    'driver p50 ms': at(driver, 0.5),
    'driver p99 ms': at(driver, 0.99),
    ratio: Number((at(driver, 0.5) / at(http, 0.5)).toFixed(2)),
    hits: hits.length,
    first: hits[0]?.title ?? '',
    corrected: corrected ?? '',
  }
}
console.table(table)
console.log(`All of them over HTTP: p50 ${at(all, 0.5)} ms, p99 ${at(all, 0.99)} ms, worst ${at(all, 1 - 1e-9)} ms`)

// Much at once: everything of one customer, and an import.
const [customer] = await database.asUser(userId, (db) =>
  db.rows<{ id: number; version: number }>("insert into customers (user_id, name) values ($1, 'Large Customer') returning id, version", [
    userId,
  ]),
)
await owner.query('set session_replication_role = replica')
await owner.query(
  'update invoices set customer_id = $2 where user_id = $1 and id in (select id from invoices where user_id = $1 order by id limit 10000)',
  [userId, customer!.id],
)
await owner.query('set session_replication_role = origin')
const send = async (method: string, path: string, body: object) => {
  const reply = await fetch(app.origin + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
}
const renaming = await timed(() => send('PUT', `/api/customers/${customer!.id}`, { name: 'Larger Customer', version: customer!.version }))
const rows = Array.from({ length: 1000 }, (_, i) => ({ line: i + 2, values: { name: `Imported ${i}`, email: `imported${i}@example.com` } }))
const importing = await timed(() => send('POST', '/api/customers/import', { rows }))
console.table({
  'renaming a customer with 10,000 invoices, ms': Math.round(renaming),
  'importing 1,000 customers, ms': Math.round(importing),
})
const stored = await owner.query(
  "select pg_size_pretty(pg_total_relation_size('search_entries')) as entries, (select pg_size_pretty(sum(pg_relation_size(indexrelid))) from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'search_entries'::regclass and relam = (select oid from pg_am where amname = 'gin')) as index, pg_size_pretty(pg_total_relation_size('search_words')) as words",
)
console.table(stored.rows)

await owner.end()
await bare.end()
await database.close()
await embedded.stop()
await app.stop()
