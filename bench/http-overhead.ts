import { runAsOwner, startBenchApp } from './support/app.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { median, round } from './support/stats.ts'

// Measures the throughput over HTTP (authentication, parsing, row-level security, transaction and JSON included) against the same statements
// by the bare driver, with one and with sixteen clients. Both alternate in the same run on the same database; figures are medians of the rounds.
//   node bench/http-overhead.ts [rounds, default 7] [--smoke]
//   METRICS_PORT=29464 LOG_LEVEL=info node bench/http-overhead.ts     with metrics and a log line for each request

const [rounds] = readSizes([7], [1])
const roundMs = isSmoke ? 150 : 1500

/** Settings that are passed to the server when they are set, to measure the cost of metrics, traces and logs. */
const telemetry = ['METRICS_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'LOG_LEVEL']
const app = await startBenchApp(Object.fromEntries(telemetry.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))), 16)
const { database } = app
const { userId, cookie } = await app.signIn('overhead')
await database.asUser(userId, (db) =>
  db.rows(
    "insert into customers (user_id, name, company, email) select $1, 'Customer ' || i, 'Company', 'mail' || i || '@example.com' from generate_series(1, 10000) i",
    [userId],
  ),
)
await runAsOwner(app.owner, 'analyze')

const request = async (method: string, path: string, body?: object) => {
  const response = await fetch(app.origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
}
const list = `select id, version, name, company, email, phone, address, city, state, zip_code, country from customers
  where user_id = $1 order by name collate natural_order, id limit 51`
const insert = 'insert into customers (user_id, name, email) values ($1, $2, $3) returning *'
const cases: Record<string, Record<'http' | 'driver', () => Promise<unknown>>> = {
  'list of 50 of 10,000': {
    http: () => request('GET', '/api/customers?sort=name&limit=50'),
    driver: () => database.asUser(userId, async (db) => JSON.stringify(await db.rows(list, [userId], 'bench.list'))),
  },
  create: {
    http: () => request('POST', '/api/customers', { name: 'New', email: 'new@example.com' }),
    driver: () => database.asUser(userId, (db) => db.rows(insert, [userId, 'New', 'new@example.com'], 'bench.insert')),
  },
}

/** How often per second `clients` concurrent clients can run `work`. */
const measureRate = async (work: () => Promise<unknown>, clients: number) => {
  const until = performance.now() + roundMs
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (; performance.now() < until; count++) await work()
    }),
  )
  return (count / roundMs) * 1000
}

const table: Record<string, object> = {}
for (const [name, work] of Object.entries(cases))
  for (const clients of [1, 16]) {
    const rates = { http: [] as number[], driver: [] as number[] }
    // Round -1 is a warm-up.
    for (let turn = -1; turn < rounds; turn++)
      for (const way of ['http', 'driver'] as const) {
        const perSecond = await measureRate(work[way], clients)
        if (turn >= 0) rates[way].push(perSecond)
      }
    const [http, driver] = [median(rates.http), median(rates.driver)]
    table[`${name}, ${clients} at a time`] = {
      'HTTP / s': Math.round(http),
      'driver / s': Math.round(driver),
      ratio: round(http / driver, 2),
    }
  }
console.table(table)
await app.stop()
