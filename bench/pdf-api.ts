import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpLoad } from './load/http-load.ts'
import { startLoad } from './load/load.ts'
import { startBenchApp } from './support/app.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { percentile, round, timed } from './support/stats.ts'

// Measures how much rendering PDFs slows other requests. One client requests a list without a pause: on an idle server, and while 50 PDFs (ten lines
// each, four at a time) are rendered; the two alternate. Then previews of the business profile's form are requested one after another, each with
// another color. The server, its database, the PDF process and the load generator are separate processes.
//   node bench/pdf-api.ts [rounds, default 5] [--smoke]

const [rounds] = readSizes([5], [1])
/** Invoices per round, and measured previews after ten for warm-up. */
const [documents, previews] = isSmoke ? [4, 3] : [50, 100]
const app = await startBenchApp()
const { userId, cookie } = await app.signIn('pdf')
await app.database.asUser(userId, (db) => db.rows('update users set trial_invoices_used = -1000000 where id = $1', [userId]))

const send = async (method: string, path: string, body?: object) => {
  const response = await fetch(app.origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
const create = async (path: string, body: object) => (await (await send('POST', path, body)).json()) as { id: number }

const customer = await create('/api/customers', { name: 'Acme', email: 'pay@acme.example' })
let number = 0
/** Creates invoices, whose PDFs are not cached yet. @returns their ids */
const createInvoices = async () => {
  const ids: number[] = []
  for (let i = 0; i < documents; i += 1) {
    const lineItems = Array.from({ length: 10 }, (_, line) => ({
      description: `Work, part ${line}`,
      quantity: '1.50',
      unitPrice: `${100 + i}.99`,
    }))
    const dates = { issueDate: '2026-01-01', dueDate: '2030-01-31' }
    const invoice = await create('/api/invoices', {
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
const renderAll = async (ids: number[]) => {
  const remaining = [...ids]
  const renderNext = async () => {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop())
      await (await send('GET', `/api/invoices/${id}/pdf`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 4 }, renderNext))
}

const load = startLoad('./http-load.ts')
const list: HttpLoad = {
  ...{ port: Number(new URL(app.origin).port), method: 'GET', path: '/api/invoices?limit=50', cookies: [cookie], status: 200 },
}
const results = { idle: [] as { p50: number; p99: number }[], busy: [] as { p50: number; p99: number }[], perSecond: [] as number[] }
// The duration of the previous round's PDFs, so that the list is requested exactly while PDFs are rendered.
let ms = isSmoke ? 300 : 3000
// Round -1 is a warm-up.
for (let turn = -1; turn < rounds; turn += 1) {
  const ids = await createInvoices()
  await sleep(500)
  const idle = await load.run(list, 1, ms)
  const loading = load.run(list, 1, ms)
  const took = await timed(() => renderAll(ids))
  const busy = await loading
  ms = Math.round(took)
  if (turn < 0) continue
  results.idle.push(idle)
  results.busy.push(busy)
  results.perSecond.push((documents * 1000) / took)
}
const medianOf = (values: number[], decimals = 1) => round(percentile(values, 0.5), decimals)
const toColumns = (figures: { p50: number; p99: number }[]) => ({
  'median ms': medianOf(figures.map(({ p50 }) => p50)),
  'p99 ms': medianOf(figures.map(({ p99 }) => p99)),
})
console.table({
  'list of 50, idle server': toColumns(results.idle),
  [`list of 50, while ${documents} PDFs are rendered`]: toColumns(results.busy),
  'times slower': {
    'median ms': medianOf(
      results.busy.map(({ p50 }, i) => p50 / results.idle[i]!.p50),
      2,
    ),
    'p99 ms': medianOf(
      results.busy.map(({ p99 }, i) => p99 / results.idle[i]!.p99),
      2,
    ),
  },
})
console.log(`PDFs per second over HTTP meanwhile: ${medianOf(results.perSecond)}`)

const form = {
  ...{ kind: 'invoice', businessName: 'Harbour & Pine', email: 'hello@harbourpine.example', city: 'Portland' },
  ...{ pdfTheme: 'modern', pdfAccentColor: '#0079F2', pageSize: 'letter', documentLanguage: 'en' },
}
const previewMs: number[] = []
for (let i = 0; i < 10 + previews; i += 1) {
  const pdfPrimaryColor = `#${(0x101010 + i * 0x010203).toString(16)}`
  const took = await timed(async () => (await send('POST', '/api/business-profile/preview', { ...form, pdfPrimaryColor })).arrayBuffer())
  if (i >= 10) previewMs.push(took)
}
console.table({
  'preview over HTTP, each with another color': { 'median ms': medianOf(previewMs), 'p99 ms': round(percentile(previewMs, 0.99)) },
})
load.stop()
await app.stop()
