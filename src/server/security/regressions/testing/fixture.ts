import { connect } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

// For tests named after security advisories of comparable products. `setUpRegressionApp()` creates one app for the file with two users: ada has a
// customer, a sent invoice, a draft invoice and a sent estimate; bob has no records.

export let app: TestApp
export let ada: Person
export let bob: Person
export let customerId: number
type TestDocument = { id: number; publicId: string; number: string }
export let sent: TestDocument
export let draft: TestDocument
export let estimate: TestDocument
let count = 0

const line = { description: 'Design', quantity: 1, unitPrice: '150.25' }

/** Call it once at the top of each file. @param options for `createTestApp` */
export const setUpRegressionApp = (options: Parameters<typeof createTestApp>[0] = {}) => {
  beforeAll(async () => {
    app = await createTestApp(options)
    ada = await app.person(`ada${++count}`, { password: 'correct horse battery' })
    bob = await app.person(`bob${count}`, { password: 'another horse battery' })
    // Without a plan the trial would limit the number of invoices.
    await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
    await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works' })
    const records = createRecords(app, ada)
    customerId = (await records.customer({ email: 'pay@acme.example' })).id
    sent = await makeInvoice()
    draft = await makeInvoice({ status: 'draft' })
    const number = `E-${++count}`
    const { id } = await records.estimate({ customerId, estimateNumber: number, status: 'sent', lineItems: [line] })
    estimate = { id, number, publicId: await getPublicId(app, id) }
  })
  afterAll(() => app.close())
}

/** Creates an invoice of $150.25, which is sent unless the fields say otherwise. */
export const makeInvoice = async (fields: object = {}, owner = ada): Promise<TestDocument> => {
  const number = `I-${++count}`
  const { id } = await createRecords(app, owner).invoice({
    customerId,
    invoiceNumber: number,
    status: 'sent',
    lineItems: [line],
    ...fields,
  })
  return { id, number, publicId: await getPublicId(app, id) }
}

/** All stored rows by table, once no job is running; without the tables that change when they are read. */
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

/** Sends a request whose path is written byte by byte, without the normalization of a client library. */
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
