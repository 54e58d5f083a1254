import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../e2e/support/app.ts'
import type { HttpLoad } from './load/http-load.ts'
import { startLoad } from './load/load.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { percentile, round, timed } from './support/stats.ts'

// Whether PDFs and previews hold others up. A list is asked for by one client without a pause: while nothing else goes on, and while 50 PDFs (ten lines
// each, four at a time) are made; the two take turns. Then one preview after the other of a form in which a colour changes. The server, its database,
// the PDF process and the load are processes of their own; how many processors they share says the first line.
//   node bench/pdf-api.ts [rounds, default 5] [--smoke]

const [rounds] = readSizes([5], [1])
/** Invoices of a round, and previews besides ten that warm up. */
const [documents, previews] = isSmoke ? [4, 3] : [50, 100]
const quiet = () => undefined
const app = await startApp()
const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: quiet })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
const who = { email: 'papers@example.com', firstName: 'Papers', lastName: 'Bench' }
const { userId, cookie } = await createSession({ database, secrets, publicUrl: new URL(app.origin) }, who)
await database.asUser(userId, (db) => db.rows('update users set trial_invoices_used = -1000000 where id = $1', [userId]))
await database.close()

const send = async (method: string, path: string, body?: object) => {
  const reply = await fetch(app.origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}
const made = async (path: string, body: object) => (await (await send('POST', path, body)).json()) as { id: number }

const customer = await made('/api/customers', { name: 'Acme', email: 'pay@acme.example' })
let number = 0
/** Invoices of which no PDF has been asked for yet. */
const freshInvoices = async () => {
  const ids: number[] = []
  for (let i = 0; i < documents; i += 1) {
    const lineItems = Array.from({ length: 10 }, (_, line) => ({
      description: `Work, part ${line}`,
      quantity: '1.50',
      unitPrice: `${100 + i}.99`,
    }))
    const dates = { issueDate: '2026-01-01', dueDate: '2099-01-31' }
    const invoice = await made('/api/invoices', {
      customerId: customer.id,
      invoiceNumber: `P-${++number}`,
      ...dates,
      taxRate: '8.25',
      lineItems,
    })
    ids.push(invoice.id)
  }
  return ids
}
const drawAll = async (ids: number[]) => {
  const left = [...ids]
  const one = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await (await send('GET', `/api/invoices/${id}/pdf`)).arrayBuffer()
  }
  await Promise.all([one(), one(), one(), one()])
}

const load = startLoad('./http-load.ts')
const list: HttpLoad = {
  ...{ port: Number(new URL(app.origin).port), method: 'GET', path: '/api/invoices?limit=50', cookies: [cookie], status: 200 },
}
const seen = { quiet: [] as { p50: number; p99: number }[], busy: [] as { p50: number; p99: number }[], perSecond: [] as number[] }
// As long as the PDFs of a first round took, so that the list is asked for during all of that time and no longer.
let ms = isSmoke ? 300 : 3000
for (let round = -1; round < rounds; round += 1) {
  const ids = await freshInvoices()
  await sleep(500)
  const alone = await load.run(list, 1, ms)
  const beside = load.run(list, 1, ms)
  const took = await timed(() => drawAll(ids))
  const busy = await beside
  ms = Math.round(took)
  if (round < 0) continue
  seen.quiet.push(alone)
  seen.busy.push(busy)
  seen.perSecond.push((documents * 1000) / took)
}
const middle = (values: number[], decimals = 1) => round(percentile(values, 0.5), decimals)
const of = (figures: { p50: number; p99: number }[]) => ({
  'median ms': middle(figures.map(({ p50 }) => p50)),
  'p99 ms': middle(figures.map(({ p99 }) => p99)),
})
console.table({
  'list of 50, quiet': of(seen.quiet),
  [`list of 50, while ${documents} PDFs are made`]: of(seen.busy),
  'times slower': {
    'median ms': middle(
      seen.busy.map(({ p50 }, i) => p50 / seen.quiet[i]!.p50),
      2,
    ),
    'p99 ms': middle(
      seen.busy.map(({ p99 }, i) => p99 / seen.quiet[i]!.p99),
      2,
    ),
  },
})
console.log(`PDFs a second over HTTP meanwhile: ${middle(seen.perSecond)}`)

const form = {
  ...{ kind: 'invoice', businessName: 'Harbour & Pine', email: 'hello@harbourpine.example', city: 'Portland' },
  ...{ pdfTheme: 'modern', pdfAccentColor: '#0079F2', paperSize: 'letter', paperLanguage: 'en' },
}
const previewMs: number[] = []
for (let i = 0; i < 10 + previews; i += 1) {
  const pdfPrimaryColor = `#${(0x101010 + i * 0x010203).toString(16)}`
  const took = await timed(async () => (await send('POST', '/api/business-profile/preview', { ...form, pdfPrimaryColor })).arrayBuffer())
  if (i >= 10) previewMs.push(took)
}
console.table({
  'preview over HTTP, each with another colour': { 'median ms': middle(previewMs), 'p99 ms': round(percentile(previewMs, 0.99)) },
})
load.stop()
await embedded.stop()
await app.stop()
