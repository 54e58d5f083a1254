import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, masterKey } from '#server/platform/secrets.ts'
import { signedInCookie } from '#server/testing/session.ts'
import { freePort, type RunningApp, startApp } from '../e2e/support/app.ts'

// Kills the server with SIGKILL at random moments while invoices are being created, and counts what became of them.
//   node bench/kill.ts [invoices, default 200]

const wanted = Number(process.argv[2] ?? 200)
const writers = 4
const dataDir = mkdtempSync(join(tmpdir(), 'billfold-kill-'))
const port = String(await freePort())
const origin = `http://localhost:${port}`
const quiet = () => undefined

const embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
const who = { email: 'kill@example.com', firstName: 'Kill', lastName: 'Bench' }
const { userId, cookie } = await signedInCookie(
  { database, secrets: createSecrets(masterKey(null, dataDir)), publicUrl: new URL(origin) },
  who,
)
await database.asUser(userId, (db) => db.rows("update users set subscription_status = 'active' where id = $1", [userId]))
const [customer] = await database.asUser(userId, (db) =>
  db.rows<{ id: number }>("insert into customers (user_id, name) values ($1, 'Acme') returning id", [userId]),
)
await database.close()
await embedded.stop()

type Wish = { number: string; key: string; body: string; lines: number; tries: number }
const acknowledged = new Map<string, { id: number; lines: number }>()
let next = 0
let failures = 0
const wish = (): Wish => {
  const number = `K-${String(++next).padStart(5, '0')}`
  const lines = randomInt(1, 12)
  const lineItems = Array.from({ length: lines }, (_, i) => ({
    description: `Line ${i + 1}`,
    quantity: '1.5',
    unitPrice: `${randomInt(1, 9999)}.99`,
  }))
  const body = JSON.stringify({
    customerId: customer!.id,
    invoiceNumber: number,
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    taxRate: '8.25',
    lineItems,
  })
  return { number, key: randomUUID(), body, lines, tries: 0 }
}

/** One writer: an invoice at a time; a broken connection makes it ask again with the same key, as the app's own client would. */
const write = async () => {
  while (acknowledged.size < wanted) {
    const one = wish()
    for (let done = false; !done; ) {
      one.tries++
      const reply = await fetch(`${origin}/api/invoices`, {
        method: 'POST',
        body: one.body,
        headers: { cookie, 'content-type': 'application/json', 'idempotency-key': one.key },
      }).catch(() => null)
      const made = reply?.status === 201 ? await reply.json().catch(() => null) : null
      if (made) {
        acknowledged.set(one.number, { id: made.id, lines: one.lines })
        done = true
      } else {
        failures++
        if (reply && reply.status < 500) throw new Error(`unexpected answer ${reply.status}: ${await reply.text()}`)
        await sleep(100)
      }
    }
  }
}

let kills = 0
let app: RunningApp = await startApp({ DATA_DIR: dataDir, PORT: port })
const writing = Promise.all(Array.from({ length: writers }, write))
let running = true
void writing.finally(() => {
  running = false
})
while (running) {
  await sleep(randomInt(30, 400))
  if (!running) break
  app.process.kill('SIGKILL')
  kills++
  app = await startApp({ DATA_DIR: dataDir, PORT: port })
}
await writing
await app.stop()

const reopened = await startEmbedded({ dataDir, exclusive: false, log: quiet })
const look = new Client(reopened.connection)
await look.connect()
const { rows } = await look.query<{ number: string; id: number; lines: number; whole: boolean }>(`
  select i.invoice_number as number, i.id, count(l.id)::int as lines,
         coalesce(sum(l.total), 0) = i.subtotal and i.total = i.subtotal + i.tax_amount
           and i.tax_amount = round(i.subtotal * i.tax_rate / 100, 2) and bool_and(p.public_id is not null) as whole
  from invoices i
  left join invoice_line_items l on l.user_id = i.user_id and l.invoice_id = i.id
  left join public_invoices p on p.user_id = i.user_id and p.invoice_id = i.id
  group by i.user_id, i.id`)
await look.end()
const stored = new Map(rows.map((row) => [row.number, row]))
const lost = [...acknowledged].filter(([number, { id }]) => stored.get(number)?.id !== id)
const torn = rows.filter((row) => !row.whole || (acknowledged.has(row.number) && acknowledged.get(row.number)!.lines !== row.lines))
console.table({
  kills,
  'requests that got no answer': failures,
  'invoices acknowledged': acknowledged.size,
  'acknowledged and lost': lost.length,
  'torn invoices': torn.length,
  'stored twice': rows.length - stored.size,
  'stored without acknowledgement': rows.length - acknowledged.size,
})
await reopened.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = lost.length + torn.length > 0 ? 1 : 0
