import { connect } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// For the tests named after advisories of comparable products: `shop()` gives the file one app with two people. Ada has a customer, an invoice
// that was sent, one that is a draft, and an estimate that waits for its answer; bob has nothing.

export let app: TestApp
export let ada: Person
export let bob: Person
export let customerId: number
type PdfDocument = { id: number; publicId: string; number: string }
export let sent: PdfDocument
export let draft: PdfDocument
export let estimate: PdfDocument
let count = 0

const line = { description: 'Design', quantity: 1, unitPrice: '150.25' }

/** To be called once by each file, at its top. @param options of the app, beside `createTestApp`'s own defaults */
export const setUpRegressionApp = (options: Parameters<typeof createTestApp>[0] = {}) => {
  beforeAll(async () => {
    app = await createTestApp(options)
    ada = await app.person(`ada${++count}`, { password: 'correct horse battery' })
    bob = await app.person(`bob${count}`, { password: 'another horse battery' })
    // Whoever pays makes as many invoices as a test needs.
    await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
    await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works' })
    customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body.id
    sent = await makeInvoice()
    draft = await makeInvoice({ status: 'draft' })
    const number = `E-${++count}`
    const document = {
      customerId,
      estimateNumber: number,
      status: 'sent',
      issueDate: '2026-01-05',
      expiryDate: '2099-02-04',
      lineItems: [line],
    }
    const { id } = (await app.send(ada, 'POST', '/api/estimates', document)).body
    estimate = { id, number, publicId: await publicIdOf('estimate', id) }
  })
  afterAll(() => app.close())
}

const publicIdOf = async (of: 'invoice' | 'estimate', id: number) =>
  (await app.sql<{ public_id: string }>(`select public_id from public_${of}s where ${of}_id = $1`, [id]))[0]?.public_id ?? ''

/** An invoice of $150.25, sent unless `over` says otherwise. */
export const makeInvoice = async (over: object = {}, who = ada): Promise<PdfDocument> => {
  const number = `I-${++count}`
  const document = { customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-01-05', dueDate: '2099-02-04', lineItems: [line] }
  const reply = await app.send(who, 'POST', '/api/invoices', { ...document, ...over })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return { id: reply.body.id, number, publicId: await publicIdOf('invoice', reply.body.id) }
}

/** Everything that the app has stored, by table, once no job is under way; but for what changes by being looked at. */
export const dumpDatabase = async (): Promise<Record<string, string[]>> => {
  const due = 'select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'
  await expect.poll(async () => (await app.sql(due)).length, { timeout: 20_000 }).toBe(0)
  const tables = await app.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('sessions', 'rate_counts', 'sign_in_attempts', 'webhook_endpoints', 'security_events', 'identity_records') order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables)
    rows[name] = (await app.sql<{ row: string }>(`select t::text as row from ${name} t order by 1`)).map(({ row }) => row)
  return rows
}

/** A request whose path goes over the wire byte by byte, as no client library would send it. */
export const sendRaw = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) =>
  new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
    const { hostname, port, host } = new URL(app.origin)
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ host, connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'))
    })
    const parts: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${path}`)))
    socket.on('data', (part) => parts.push(part))
    socket.on('error', reject)
    socket.on('end', () => {
      const text = Buffer.concat(parts).toString('latin1')
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head: head.toLowerCase(), body })
    })
  })
