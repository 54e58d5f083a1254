import { performance } from 'node:perf_hooks'
import { Client, type QueryConfig } from 'pg'
import { describeListAccess, listAuditLog, recordAccess } from '#server/features/admin/audit-log.ts'
import { countUsers } from '#server/features/admin/stats.ts'
import { listUsers, type UsersQuery } from '#server/features/admin/users.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { type Db, openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { day } from '#shared/dates.ts'
import { startApp } from '../e2e/support/app.ts'
import { readSizes } from './support/args.ts'

// The admin's list of users with 100,000 of them: what a call takes over HTTP, sign-in, checks and the line in the audit log included, beside the same
// statements by the bare driver, as the app's role behind the same walls. All take turns, so that a busy machine slows all of them; figures are
// medians. The answers are held against counts of the tables' owner: a figure that isn't true ends the run.
//   node bench/admin-users.ts [rounds, default 60] [users, default 100000] [--smoke]

const [rounds, many] = readSizes([60, 100_000], [1, 2000])
const quiet = () => undefined
const adminEmail = 'admin@example.com'

const app = await startApp({ ADMIN_EMAIL: adminEmail })
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const connection = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(connection, { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const { cookie } = await createSession(
  { database, secrets, publicUrl: new URL(app.origin) },
  { email: adminEmail, firstName: 'Ada', lastName: 'Admin' },
)
const owner = new Client(embedded.connection)
const bare = new Client(connection)
await owner.connect()
await bare.connect()
await owner.query(
  `insert into users (issuer, subject, email, first_name, last_name, subscription_status, subscription_plan, trial_invoices_used, created_at)
   select 'https://issuer.example', 'subject ' || i, 'person' || i || '@firm' || i % 977 || '.example',
     (array['Grace', 'Katherine', 'Barbara', '太郎', 'Zoë', 'Ahmad'])[1 + i % 6], (array['Hopper', 'Johnson', 'Liskov', '田中', 'Núñez'])[1 + i % 5] || ' ' || i,
     (array['trial', 'trial', 'active', 'canceled'])[1 + i % 4], case i % 4 when 2 then 'monthly' when 3 then 'yearly' end, i % 11,
     now() - (i % 40000) * interval '9 minutes' - i * interval '17 seconds'
   from generate_series(1, $1::int) i`,
  [many],
)
// What autovacuum does within a minute of such a growth.
await owner.query('vacuum analyze users')
const one = async (text: string) => Number((await owner.query<{ n: string }>(`select count(*) as n from users ${text}`)).rows[0]!.n)

type Answer = { status: number; rows: { id: number }[] & Record<string, number>; next: string | null }
const call = async (path: string): Promise<Answer> => {
  const reply = await fetch(`${app.origin}/api/admin/${path}`, { headers: { cookie, 'x-time-zone': 'UTC' } })
  const rows = (await reply.json()) as Answer['rows']
  return { status: reply.status, rows, next: reply.headers.get('x-next-cursor') }
}
const must = (what: string, is: unknown, should: unknown) => {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
}

// True first, fast second: everybody is on the pages exactly once, and the counters count.
const seen = new Set<number>()
let after = ''
let seven = ''
let nine = ''
let pages = 0
do {
  const { rows, next } = await call(`users?limit=500${after && `&after=${after}`}`)
  for (const { id } of rows) seen.add(id)
  pages++
  after = next ?? ''
  if (pages * 500 <= many * 0.7) seven = after
  if (pages * 500 <= many * 0.9) nine = after
} while (after)
must('users on all pages', seen.size, await one(''))
const month = new Date().toISOString().slice(0, 7)
must('the counters', (await call('user-stats')).rows, {
  totalUsers: many + 1,
  activeSubscribers: await one("where subscription_status = 'active'"),
  trialUsers: await one("where subscription_status = 'trial'"),
  createdThisMonth: await one(`where to_char(created_at at time zone 'UTC', 'YYYY-MM') = '${month}'`),
})
console.log(`${seen.size.toLocaleString('en')} users on ${pages} pages of 500, nobody twice; the counters are those of the tables' owner.`)

/** The statements that some work sends, as the driver gets them. */
const statementsOf = async (work: (db: Db) => Promise<unknown>): Promise<QueryConfig[]> => {
  const sent: QueryConfig[] = []
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, config: QueryConfig, ...rest: unknown[]) {
    if (typeof config === 'object') sent.push({ text: config.text, values: (config.values ?? (rest[0] as unknown[]) ?? []) as unknown[] })
    return (query as (...all: unknown[]) => unknown).call(this, config, ...rest)
  } as typeof query
  try {
    await database.asNobody(work)
  } finally {
    Client.prototype.query = query
  }
  return sent
}
const user = { user: { id: 1, email: adminEmail }, address: '127.0.0.1' }
const asked = (query: UsersQuery) => async (db: Db) =>
  recordAccess(db, user, 'users.list', describeListAccess(query, await listUsers(db, query)))
const list = (query: UsersQuery) => ({ path: `users?${new URLSearchParams(query as Record<string, string>)}`, work: asked(query) })
const limit = 60
const cases: Record<string, { path: string; work: (db: Db) => Promise<unknown> }> = {
  'first page': list({ limit }),
  'a page after seven tenths': list({ limit, after: seven }),
  'a page after nine tenths': list({ limit, after: nine }),
  'search, many hits': list({ limit, search: 'grace hop' }),
  'search, one hit': list({ limit, search: `person${Math.floor(many / 2)}@` }),
  'search, no hit': list({ limit, search: 'nobody at all' }),
  'search, one Japanese letter': list({ limit, search: '田' }),
  'the four counters': {
    path: 'user-stats',
    work: async (db) => recordAccess(db, user, 'users.stats', (await countUsers(db, day(`${month}-15`), 'UTC')) as never),
  },
  'the audit log': {
    path: 'audit-log?limit=60',
    work: async (db) => recordAccess(db, user, 'audit-log.list', describeListAccess({ limit }, await listAuditLog(db, { limit }))),
  },
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const times = new Map<string, number[]>()
const timed = async (what: string, work: () => Promise<unknown>, round: number) => {
  const at = performance.now()
  await work()
  if (round >= 0) times.set(what, [...(times.get(what) ?? []), performance.now() - at])
}
const statements = new Map<string, QueryConfig[]>()
for (const [name, { work }] of Object.entries(cases)) statements.set(name, await statementsOf(work))
for (let round = -3; round < rounds; round++)
  for (const [name, { path }] of Object.entries(cases)) {
    await timed(`http ${name}`, async () => must(name, (await call(path)).status, 200), round)
    await timed(
      `bare ${name}`,
      async () => {
        await bare.query('begin')
        for (const statement of statements.get(name)!) await bare.query(statement)
        await bare.query('commit')
      },
      round,
    )
  }

const table: Record<string, object> = {}
for (const name of Object.keys(cases)) {
  const [http, plain] = [median(times.get(`http ${name}`)!), median(times.get(`bare ${name}`)!)]
  table[name] = {
    'over HTTP, ms': Number(http.toFixed(1)),
    'bare statements, ms': Number(plain.toFixed(1)),
    ratio: Number((http / plain).toFixed(2)),
    'to the first page': Number((http / median(times.get('http first page')!)).toFixed(1)),
  }
}
console.table(table)
must(
  'lines in the audit log',
  (await owner.query("select count(*)::int as n from admin_lookups where what = 'users.list'")).rows[0].n > rounds * 10,
  true,
)
await bare.end()
await owner.end()
await database.close()
await embedded.stop()
await app.stop()
