import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { startBenchApp } from './support/app.ts'
import { readSizes } from './support/args.ts'
import { seedInvoices } from './support/invoice-data.ts'
import { getTreeCpuMs } from './support/processes.ts'
import { median, percentile, round } from './support/stats.ts'

// Measures what recurring invoices cost: the database's CPU time while many schedules wait for their day, beside none; and how long many that are due at
// once take until their invoices are made and their emails sent, with the requests of another account meanwhile.
//   node bench/recurring.ts [schedules, default 100000] [due at once, default 1000] [seconds of waiting, default 30] [--smoke]

const [schedules, due, idleSeconds] = readSizes([100_000, 1_000, 30], [200, 20, 4])
const accounts = Math.min(1_000, due)

let received = 0
let onMail: (address: string) => void = () => undefined
const mail = await startTestMailServer({
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      received++
      for (const { address } of session.envelope.rcptTo) onMail(address)
      done()
    })
  },
})
const app = await startBenchApp({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, LOG_LEVEL: 'error' })
const owner = new Client(app.owner)
await owner.connect()
const subscribe = "update users set subscription_status = 'active', subscription_plan = 'monthly' where id = any($1)"

/** Users with a customer each. */
const addUsers = async (prefix: string, count: number): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `with made as (insert into users (issuer, subject, email, email_verified, first_name) select 'bench', $1 || n, $1 || n || '@example.com', true, 'Bench' from generate_series(1, $2::int) n returning id)
     select id from made`,
    [prefix, count],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(subscribe, [ids])
  await owner.query(
    `insert into customers (user_id, name, email) select u, 'Customer ' || u, 'customer' || u || '@example.com' from unnest($1::bigint[]) u`,
    [ids],
  )
  return ids
}

const content = {
  ...{ taxRate: '8.25', pricesIncludeTax: false, discountPercent: null, discountAmount: null, currency: 'USD' },
  ...{ notes: 'Thank you', terms: 'Due in {due date}' },
  lineItems: Array.from({ length: 3 }, (_, n) => ({
    ...{ itemId: null, kind: 'item', description: `Hosting, part ${n + 1}, {period}`, quantity: '1', unitCode: 'C62', unitPrice: '40.00' },
    ...{ discountPercent: null, discountAmount: null, taxRateId: null, followsItemPrice: false },
  })),
}

/** Schedules that are due at `at`, evenly over the users, each with its waiting job. */
const addSchedules = async (userIds: readonly number[], count: number, at: Date): Promise<void> => {
  await owner.query(
    `with made as (
       insert into recurring_invoices (user_id, customer_id, start_day, frequency, every, on_days, time, time_zone, due_days, sends_invoices, next_day, next_run_at)
       select c.user_id, c.id, $3::date, 'monthly', 1, '{}', $4, 'UTC', 14, true, $3::date, $5
       from generate_series(0, $2::int - 1) n join customers c on c.user_id = ($1::bigint[])[n % cardinality($1::bigint[]) + 1]
       returning user_id, id
     ), versions as (
       insert into recurring_versions (user_id, recurring_id, valid_from, content) select user_id, id, $3::date, $6 from made
     )
     select enqueue_job('recurring-invoices.run', json_build_object('userId', user_id, 'recurringId', id, 'lane', $7::text),
       'recurring-invoices.run ' || user_id || ' ' || id, $5) from made`,
    [userIds, count, at.toISOString().slice(0, 10), at.toISOString().slice(11, 16), at, JSON.stringify(content), 'scheduled'],
  )
}

/** What the database's processes compute while nothing is due, in milliseconds of CPU time per second. */
const measureIdle = async (): Promise<number> => {
  // What is left over from the inserts ends first.
  await sleep(3000)
  const before = getTreeCpuMs(app.postmaster)
  await sleep(idleSeconds * 1000)
  return (getTreeCpuMs(app.postmaster) - before) / idleSeconds
}

const call = async (cookie: string, path: string, method = 'GET') => {
  const response = await fetch(app.origin + path, { method, headers: { cookie, origin: app.origin } })
  await response.arrayBuffer()
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status}`)
}

/** Another account's requests until `stop`: its list, and an email until the mail server has it. */
const probe = (cookie: string, customerOf: Map<number, string>) => {
  const times: Record<string, number[]> = { 'list of 50 invoices': [], 'invoice email': [] }
  let hasStopped = false
  const lists = (async () => {
    while (!hasStopped) {
      const startedAt = performance.now()
      await call(cookie, '/api/invoices?limit=50&short=true')
      times['list of 50 invoices']!.push(performance.now() - startedAt)
      await sleep(50)
    }
  })()
  const emails = (async () => {
    for (const [id, address] of customerOf) {
      if (hasStopped) return
      customerOf.delete(id)
      const startedAt = performance.now()
      const arrived = new Promise<void>((resolve) => {
        onMail = (to) => to === address && resolve()
      })
      await call(cookie, `/api/invoices/${id}/send-email`, 'POST')
      await arrived
      times['invoice email']!.push(performance.now() - startedAt)
      await sleep(250)
    }
  })()
  return async () => {
    hasStopped = true
    await Promise.all([lists, emails])
    return times
  }
}

try {
  const measured = await app.signIn('measured')
  await owner.query(subscribe, [[measured.userId]])
  await seedInvoices(app.owner, [{ userIds: [measured.userId], invoices: 1000 }])
  const { rows } = await owner.query<{ id: number }>(
    "select d.id from documents d where d.user_id = $1 and d.status = 'sent' and not exists (select 1 from payments p where p.user_id = $1 and p.document_id = d.id) limit 400",
    [measured.userId],
  )
  const addresses = new Map(rows.map(({ id }) => [id, `probe${id}@example.com`]))
  await owner.query(
    `with own as (insert into customers (user_id, name, email) select $1, 'Probe ' || id, 'probe' || id || '@example.com' from unnest($2::bigint[]) id returning id, email)
     update documents d set customer_id = own.id, customer_snapshot = jsonb_build_object('name', 'Probe', 'email', own.email) from own
     where d.user_id = $1 and own.email = 'probe' || d.id || '@example.com'`,
    [measured.userId, [...addresses.keys()]],
  )

  // Its work is not the schedules'.
  await owner.query('alter system set autovacuum = off')
  await owner.query('select pg_reload_conf()')
  const idleBefore = await measureIdle()
  const waitingUsers = await addUsers('waiting', Math.min(1_000, schedules))
  for (let from = 0; from < schedules; from += 5_000) {
    await addSchedules(waitingUsers, Math.min(5_000, schedules - from), new Date(Date.UTC(2090, 0, 1 + ((from / 5_000) % 28), 8)))
    // As autovacuum would, which is off.
    await owner.query('analyze graphile_worker._private_jobs')
  }
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  const idleWith = await measureIdle()
  console.log(`\nCPU time of the database while nothing is due, in milliseconds per second`)
  console.table({ 'no schedule': { ms: round(idleBefore, 2) }, [`${schedules} schedules`]: { ms: round(idleWith, 2) } })

  const stopAlone = probe(measured.cookie, addresses)
  await sleep(Math.min(15_000, idleSeconds * 1000))
  const alone = await stopAlone()

  const figures: Record<string, object> = {}
  const latencies: Record<string, object> = {}
  const addLatencies = (name: string, times: Record<string, number[]>) => {
    for (const [what, ms] of Object.entries(times))
      latencies[`${what}, ${name}`] = { count: ms.length, 'p50 ms': round(median(ms)), 'p99 ms': round(percentile(ms, 0.99)) }
  }
  addLatencies('alone', alone)
  for (const [name, users] of [
    [`${due} of ${accounts} accounts`, accounts],
    [`${due} of one account`, 1],
  ] as const) {
    const userIds = await addUsers(`of${users}-`, users)
    const soon = new Date(Date.now() - 60_000)
    const mailsBefore = received
    const stopProbes = probe(measured.cookie, addresses)
    const startedAt = performance.now()
    await addSchedules(userIds, due, soon)
    let madeAt = 0
    for (;;) {
      await sleep(100)
      const { rows: counts } = await owner.query<{ made: number; accepted: number }>(
        `select (select count(*)::int from recurring_runs where user_id = any($1)) as made,
                (select count(*)::int from document_emails where user_id = any($1) and state = 'accepted') as accepted`,
        [userIds],
      )
      const { made, accepted } = counts[0]!
      if (made >= due && madeAt === 0) madeAt = performance.now()
      if (accepted >= due) break
      if (performance.now() - startedAt > 600_000) throw new Error(`${made} made, ${accepted} sent after ten minutes`)
    }
    const emailedAt = performance.now()
    addLatencies(`beside ${name}`, await stopProbes())
    const duplicates = await owner.query(
      'select 1 from documents where user_id = any($1) group by user_id having count(*) <> $2::int / cardinality($1::bigint[])',
      [userIds, due],
    )
    figures[name] = {
      'made and queued, s': round((madeAt - startedAt) / 1000),
      'emailed, s': round((emailedAt - startedAt) / 1000),
      emails: Math.min(received - mailsBefore, due),
      'accounts with too many or too few': duplicates.rowCount,
    }
  }
  console.log('\nSchedules that are due at once')
  console.table(figures)
  console.log('\nAnother account, meanwhile')
  console.table(latencies)
} finally {
  await owner.end()
  await app.stop()
  await mail.close()
}
