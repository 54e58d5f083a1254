import { Client } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../e2e/support/app.ts'
import { isSmoke, readSizes } from './support/args.ts'

// How much of the bare driver's rate is left when the same work is asked for over HTTP: sign-in, parsing, walls, transaction, JSON and all.
// Both take turns in the same run, on the same database, one request at a time and sixteen at a time. Figures are medians of the rounds.
//   node bench/http-overhead.ts [rounds, default 7] [--smoke]
//   METRICS_PORT=29464 LOG_LEVEL=info node bench/http-overhead.ts     with figures and a line for each request

const [rounds] = readSizes([7], [1])
const roundMs = isSmoke ? 150 : 1500
const quiet = () => undefined

/** Whatever of these is set holds for the measured server: what do figures, traces and a talkative log cost? */
const watched = ['METRICS_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'LOG_LEVEL']
const app = await startApp(Object.fromEntries(watched.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))))
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const connection = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(connection, { log: quiet, max: 16 })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const who = { email: 'rates@example.com', firstName: 'Rates', lastName: 'Bench' }
const { userId, cookie } = await createSession({ database, secrets, publicUrl: new URL(app.origin) }, who)
await database.asUser(userId, (db) =>
  db.rows(
    "insert into customers (user_id, name, company, email) select $1, 'Customer ' || i, 'Company', 'mail' || i || '@example.com' from generate_series(1, 10000) i",
    [userId],
  ),
)
const owner = new Client(embedded.connection)
await owner.connect()
await owner.query('analyze')
await owner.end()

const http = async (method: string, path: string, body?: object) => {
  const reply = await fetch(app.origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`)
}
const list = `select id, version, name, company, email, phone, address, city, state, zip_code, country from customers
  where user_id = $1 order by name collate natural_order, id limit 51`
const insert = 'insert into customers (user_id, name, email) values ($1, $2, $3) returning *'
const works: Record<string, Record<'http' | 'driver', () => Promise<unknown>>> = {
  'list of 50 of 10,000': {
    http: () => http('GET', '/api/customers?sort=name&limit=50'),
    driver: () => database.asUser(userId, async (db) => JSON.stringify(await db.rows(list, [userId], 'bench.list'))),
  },
  create: {
    http: () => http('POST', '/api/customers', { name: 'New', email: 'new@example.com' }),
    driver: () => database.asUser(userId, (db) => db.rows(insert, [userId, 'New', 'new@example.com'], 'bench.insert')),
  },
}

/** Times a second that `work` was done, by `clients` at once. */
const rate = async (work: () => Promise<unknown>, clients: number) => {
  const until = performance.now() + roundMs
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (; performance.now() < until; done++) await work()
    }),
  )
  return (done / roundMs) * 1000
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const table: Record<string, object> = {}
for (const [name, work] of Object.entries(works))
  for (const clients of [1, 16]) {
    const seen = { http: [] as number[], driver: [] as number[] }
    for (let round = -1; round < rounds; round++)
      for (const way of ['http', 'driver'] as const) {
        const perSecond = await rate(work[way], clients)
        if (round >= 0) seen[way].push(perSecond)
      }
    const [overHttp, byDriver] = [median(seen.http), median(seen.driver)]
    table[`${name}, ${clients} at a time`] = {
      'HTTP / s': Math.round(overHttp),
      'driver / s': Math.round(byDriver),
      ratio: Number((overHttp / byDriver).toFixed(2)),
    }
  }
console.table(table)
await database.close()
await embedded.stop()
await app.stop()
