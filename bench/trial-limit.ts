import { startApp, startBenchApp } from './support/app.ts'
import { readSizes } from './support/args.ts'
import { percentile, timed } from './support/stats.ts'

// Tests the trial limit under concurrency: one invoice is left in the trial, and twenty requests ask for it at once, half of them at one server
// process and half at another, on one database. Every round must end with exactly one invoice. Each round has its own user.
//   node bench/trial-limit.ts [rounds, default 500] [requests per round, default 20] [--smoke]

const [rounds, requests] = readSizes([500, 20], [3, 8])

const first = await startBenchApp()
const second = await startApp(first.sharedEnv())
const { database } = first
const origins = [first.origin, second.origin]

const post = async (origin: string, cookie: string, path: string, body: unknown) => {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { id: number; requiresSubscription?: boolean } }
}
const day = '2026-01-31'
const buildInvoice = (customerId: number, invoiceNumber: string) => ({
  customerId,
  invoiceNumber,
  status: 'draft',
  issueDate: day,
  dueDate: day,
  taxRate: '0',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: '10.00' }],
})

const countByStatus = new Map<number, number>()
const failures: string[] = []
const roundMs: number[] = []
for (let round = 0; round < rounds; round++) {
  const { userId, cookie } = await first.signIn(`user${round}`)
  const { body: customer } = await post(first.origin, cookie, '/api/customers', { name: 'Grace Hopper' })
  await database.asUser(userId, (db) => db.rows('update users set trial_invoices_used = 9 where id = $1', [userId]))
  let responses: Awaited<ReturnType<typeof post>>[] = []
  roundMs.push(
    await timed(async () => {
      const send = (i: number) => post(origins[i % origins.length]!, cookie, '/api/invoices', buildInvoice(customer.id, `R-${i}`))
      responses = await Promise.all(Array.from({ length: requests }, (_, i) => send(i)))
    }),
  )
  const statuses = responses.map(({ status }) => status)
  for (const status of statuses) countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
  const [row] = await database.asUser(userId, (db) =>
    db.rows<{ used: number; created: number }>(
      `select trial_invoices_used as used, (select count(*)::int from documents where user_id = $1 and type = 'invoice') as created
       from users where id = $1`,
      [userId],
    ),
  )
  const isRefusedCorrectly = responses.every(({ status, body }) => status < 300 || (status === 403 && body.requiresSubscription))
  const succeeded = statuses.filter((status) => status < 300).length
  if (succeeded !== 1 || row?.used !== 10 || row.created !== 1 || !isRefusedCorrectly)
    failures.push(
      `round ${round}: ${succeeded} succeeded, ${row?.created} created, ${row?.used} counted, ${[...new Set(statuses)].join(' ')}`,
    )
}
await second.stop()
await first.stop()

console.log(
  `${rounds} rounds of ${requests} concurrent requests, two server processes: ${failures.length} rounds without exactly one invoice`,
)
console.log(`responses: ${[...countByStatus].map(([status, count]) => `${count} x ${status}`).join(', ')}`)
console.log(`a round took ${percentile(roundMs, 0.5).toFixed(0)} ms (median), ${percentile(roundMs, 0.99).toFixed(0)} ms (p99)`)
for (const failure of failures.slice(0, 20)) console.log(failure)
process.exit(failures.length === 0 ? 0 : 1)
