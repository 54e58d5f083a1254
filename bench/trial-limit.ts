import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../e2e/support/app.ts'
import { readSizes } from './support/args.ts'

// The gate of the free trial under a rush: one invoice is left, and twenty requests ask for it at once, half of them at one server process and
// half at another, on one database. Every round must end with exactly one invoice. Each round is a business of its own.
//   node bench/trial-limit.ts [rounds, default 500] [requests a round, default 20] [--smoke]

const [rounds, atOnce] = readSizes([500, 20], [3, 8])

const quiet = () => undefined
const first = await startApp()
const { dataDir, origin } = first
const embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
const { host, port, user, password, database: name } = embedded.connection
const url = new URL(`postgres://localhost:${port ?? 5432}/${name}`)
url.username = encodeURIComponent(user ?? '')
url.password = encodeURIComponent(typeof password === 'string' ? password : '')
url.searchParams.set('host', host ?? 'localhost')
const secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
const second = await startApp({ DATABASE_URL: url.href, SECRET_KEY: secretKey })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, dataDir))

const send = async (at: string, cookie: string, path: string, body: unknown) => {
  const reply = await fetch(at + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { id: number; requiresSubscription?: boolean } }
}
const origins = [origin, second.origin]
const day = '2026-01-31'
const document = (customerId: number, number: string) => ({
  customerId,
  invoiceNumber: number,
  status: 'draft',
  issueDate: day,
  dueDate: day,
  taxRate: '0',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: '10.00' }],
})

const counts = new Map<string, number>()
const wrong: string[] = []
const took: number[] = []
try {
  for (let round = 0; round < rounds; round++) {
    const { userId, cookie } = await createSession(
      { database, secrets, publicUrl: new URL(origin) },
      { email: `rush${round}@example.com`, firstName: 'Rush', lastName: String(round) },
    )
    const { body: customer } = await send(origin, cookie, '/api/customers', { name: 'Grace Hopper' })
    await database.asUser(userId, (db) => db.rows('update users set trial_invoices_used = 9 where id = $1', [userId]))
    const from = performance.now()
    const replies = await Promise.all(
      Array.from({ length: atOnce }, (_, i) =>
        send(origins[i % origins.length]!, cookie, '/api/invoices', document(customer.id, `R-${i}`)),
      ),
    )
    took.push(performance.now() - from)
    const statuses = replies.map(({ status }) => status)
    for (const status of statuses) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
    const [row] = await database.asUser(userId, (db) =>
      db.rows<{ used: number; made: number }>(
        'select trial_invoices_used as used, (select count(*)::int from invoices) as made from users where id = $1',
        [userId],
      ),
    )
    const refusedRight = replies.every(
      ({ status, body }) => status === 201 || status === 200 || (status === 403 && body.requiresSubscription),
    )
    const good = statuses.filter((status) => status < 300).length
    if (good !== 1 || row?.used !== 10 || row.made !== 1 || !refusedRight)
      wrong.push(`round ${round}: ${good} succeeded, ${row?.made} made, ${row?.used} counted, ${[...new Set(statuses)].join(' ')}`)
  }
} finally {
  await database.close()
  await second.stop()
  await first.stop()
}

took.sort((a, b) => a - b)
const at = (share: number) => (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(0)
console.log(`${rounds} rounds of ${atOnce} at once, two server processes: ${wrong.length} rounds that didn't end with exactly one invoice`)
console.log(`answers: ${[...counts].map(([status, n]) => `${n} x ${status}`).join(', ')}`)
console.log(`a round took ${at(0.5)} ms in the median, ${at(0.99)} ms at p99`)
for (const line of wrong.slice(0, 20)) console.log(line)
process.exit(wrong.length === 0 ? 0 : 1)
