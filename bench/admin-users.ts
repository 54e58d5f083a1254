import { Client, type QueryConfig } from 'pg'
import { describeListAccess, listAuditLog, recordAccess } from '#features/admin/audit-log.ts'
import { countUsers } from '#features/admin/routes.ts'
import { listUsers, type UsersQuery } from '#features/admin/users.ts'
import type { Db } from '#server/platform/db/client.ts'
import { day } from '#shared/dates.ts'
import { startBenchApp } from './support/app.ts'
import { readSizes } from './support/args.ts'
import { createTimings, round } from './support/stats.ts'

// Measures the admin pages with 100,000 users: each call over HTTP (authentication and the audit log entry included) against the same statements
// by the bare driver, as the app's role with row-level security. All cases alternate, so that a busy machine slows all of them; figures are
// medians. The responses are compared with counts by the tables' owner first; a wrong one ends the run.
//   node bench/admin-users.ts [rounds, default 60] [users, default 100000] [--smoke]

const [rounds, userCount] = readSizes([60, 100_000], [1, 2000])
const adminEmail = 'admin@example.com'

const app = await startBenchApp({ ADMIN_EMAIL: adminEmail })
const { database } = app
const { cookie } = await app.signIn('admin')
const owner = new Client(app.owner)
const bare = new Client(app.connection)
await owner.connect()
await bare.connect()
await owner.query(
  `insert into users (issuer, subject, email, first_name, last_name, subscription_status, subscription_plan, trial_invoices_used, created_at)
   select 'https://issuer.example', 'subject ' || i, 'person' || i || '@firm' || i % 977 || '.example',
     (array['Grace', 'Katherine', 'Barbara', '太郎', 'Zoë', 'Ahmad'])[1 + i % 6], (array['Hopper', 'Johnson', 'Liskov', '田中', 'Núñez'])[1 + i % 5] || ' ' || i,
     (array['trial', 'trial', 'active', 'canceled'])[1 + i % 4], case i % 4 when 2 then 'monthly' when 3 then 'yearly' end, i % 11,
     now() - (i % 40000) * interval '9 minutes' - i * interval '17 seconds'
   from generate_series(1, $1::int) i`,
  [userCount],
)
// As autovacuum would do within a minute.
await owner.query('vacuum analyze users')
const countUsersWhere = async (condition: string) =>
  Number((await owner.query<{ n: string }>(`select count(*) as n from users ${condition}`)).rows[0]!.n)

type Page = { status: number; rows: { id: number }[] & Record<string, number>; next: string | null }
const call = async (path: string): Promise<Page> => {
  const response = await fetch(`${app.origin}/api/admin/${path}`, { headers: { cookie, 'x-time-zone': 'UTC' } })
  const rows = (await response.json()) as Page['rows']
  return { status: response.status, rows, next: response.headers.get('x-next-cursor') }
}
const expectEqual = (name: string, actual: unknown, expected: unknown) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}

// Correctness first: every user is on exactly one page, and the counters are right.
const seen = new Set<number>()
let after = ''
let after70 = ''
let after90 = ''
let pages = 0
do {
  const { rows, next } = await call(`users?limit=500${after && `&after=${after}`}`)
  for (const { id } of rows) seen.add(id)
  pages++
  after = next ?? ''
  if (pages * 500 <= userCount * 0.7) after70 = after
  if (pages * 500 <= userCount * 0.9) after90 = after
} while (after)
expectEqual('users on all pages', seen.size, await countUsersWhere(''))
const month = new Date().toISOString().slice(0, 7)
expectEqual('the counters', (await call('user-stats')).rows, {
  totalUsers: userCount + 1,
  activeSubscribers: await countUsersWhere("where subscription_status = 'active'"),
  trialUsers: await countUsersWhere("where subscription_status = 'trial'"),
  createdThisMonth: await countUsersWhere(`where to_char(created_at at time zone 'UTC', 'YYYY-MM') = '${month}'`),
})
console.log(`${seen.size.toLocaleString('en')} users on ${pages} pages of 500 without duplicates; the counters are correct.`)

/** Records the statements that `work` sends to the driver. */
const recordStatements = async (work: (db: Db) => Promise<unknown>): Promise<QueryConfig[]> => {
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
const listWithAudit = (query: UsersQuery) => async (db: Db) =>
  recordAccess(db, user, 'users.list', describeListAccess(query, await listUsers(db, query)))
const list = (query: UsersQuery) => ({ path: `users?${new URLSearchParams(query as Record<string, string>)}`, work: listWithAudit(query) })
const limit = 60
const cases: Record<string, { path: string; work: (db: Db) => Promise<unknown> }> = {
  'first page': list({ limit }),
  'page at 70%': list({ limit, after: after70 }),
  'page at 90%': list({ limit, after: after90 }),
  'search, many hits': list({ limit, search: 'grace hop' }),
  'search, one hit': list({ limit, search: `person${Math.floor(userCount / 2)}@` }),
  'search, no hit': list({ limit, search: 'no such user' }),
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

const timings = createTimings()
const statements = new Map<string, QueryConfig[]>()
for (const [name, { work }] of Object.entries(cases)) statements.set(name, await recordStatements(work))
// Three rounds of warm-up.
for (let turn = -3; turn < rounds; turn++)
  for (const [name, { path }] of Object.entries(cases)) {
    await timings.measure(`http ${name}`, async () => expectEqual(name, (await call(path)).status, 200), turn)
    await timings.measure(
      `driver ${name}`,
      async () => {
        await bare.query('begin')
        for (const statement of statements.get(name)!) await bare.query(statement)
        await bare.query('commit')
      },
      turn,
    )
  }

const table: Record<string, object> = {}
for (const name of Object.keys(cases)) {
  const [http, driver] = [timings.median(`http ${name}`), timings.median(`driver ${name}`)]
  table[name] = {
    'HTTP ms': round(http),
    'driver ms': round(driver),
    ratio: round(http / driver, 2),
    'ratio to first page': round(http / timings.median('http first page')),
  }
}
console.table(table)
expectEqual(
  'entries in the audit log',
  (await owner.query("select count(*)::int as n from admin_lookups where what = 'users.list'")).rows[0].n > rounds * 10,
  true,
)
await bare.end()
await owner.end()
await app.stop()
