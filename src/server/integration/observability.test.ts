import { connect } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { createSmtpError, startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { startCollector } from '#server/testing/otlp-collector.ts'
import { type ServerNode, startNodes } from '#server/testing/server-processes.ts'

// What an operator sees of a server: its log at the most verbose level, its metrics and its traces, during typical requests.

/** Part of every user input here; it must not occur in anything that an operator reads. */
const mark = 'Plantagenet'
const email = (name: string) => `${name}.${mark.toLowerCase()}@example.com`

let collector: Awaited<ReturnType<typeof startCollector>>
let mails: Awaited<ReturnType<typeof startTestMailServer>>
let cluster: Awaited<ReturnType<typeof startNodes>>
let node: ServerNode
let metricsPort: number
const secrets: string[] = []
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

beforeAll(async () => {
  collector = await startCollector()
  mails = await startTestMailServer({
    onAuth: (_auth, _session, done) => done(null, { user: 'someone' }),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? createSmtpError(550, `<${address}> lives here no more`) : null),
  })
  metricsPort = await findFreePort()
  cluster = await startNodes([
    {
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'json',
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://someone:hush-${mark}@127.0.0.1:${mails.port}`,
    },
  ])
  node = cluster.nodes[0]!
  await story()
}, 400_000)
afterAll(async () => {
  await cluster.close()
  await collector.close()
  await mails.close()
})

const figures = async (path = '/metrics', method = 'GET') => {
  const reply = await fetch(`http://127.0.0.1:${metricsPort}${path}`, { method })
  return { status: reply.status, text: await reply.text() }
}
const logged = () =>
  node
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const spanOf = (name: string) => collector.spans.find((span) => span.name === name)!

/** Signs up, creates a customer, creates and sends an invoice, opens its page; and a sign-in attempt with a wrong password. */
const story = async () => {
  const { origin, send } = node
  const browser = createBrowser()
  const form = await browser.open(`${origin}/api/login?create=1`)
  const password = `${mark}-7-horses`
  const signedUp = await browser.follow(
    await browser.submit(form, { firstName: mark, lastName: mark, email: email('ada'), password }),
    ({ location }) => location === `${origin}/`,
  )
  secrets.push(password, ...signedUp.setCookies.map((line) => line.split(/[=;]/)[1]!).filter((value) => value.length > 20))
  const thief = createBrowser()
  await thief.submit(await thief.open(`${origin}/api/login`), { email: email('ada'), password: `${mark}-wrong` })

  const { cookie, userId } = await cluster.person(`ada-${mark}`)
  secrets.push(cookie.split('=')[1]!)
  const key = { 'idempotency-key': `key-of-${mark}` }
  await send(cookie, 'POST', '/api/business-profile', { businessName: `${mark} Ltd`, email: email('office') }, key)
  const customer = (await send(cookie, 'POST', '/api/customers', { name: `${mark} Customer`, email: email('kim') })).body
  const gone = (await send(cookie, 'POST', '/api/customers', { name: `${mark} Gone`, email: email('gone') })).body
  const invoice = (customerId: number, invoiceNumber: string) => ({
    customerId,
    invoiceNumber,
    status: 'sent',
    issueDate: '2026-01-31',
    dueDate: '2026-03-02',
    notes: mark,
    lineItems: [{ description: mark, quantity: 1, unitPrice: '100.00' }],
  })
  const made = await send(cookie, 'POST', '/api/invoices', invoice(customer.id, `INV-${mark}`), {
    traceparent,
    'x-request-id': 'from-the-proxy-1',
  })
  expect(made.status).toBe(201)
  await send(cookie, 'POST', '/api/invoices', invoice(gone.id, `INV-${mark}-2`))
  const [{ publicId }] = (await cluster.test.database.asUser(userId, (db) =>
    db.rows('select public_id as "publicId" from public_links where document_id = $1', [made.body.id]),
  )) as [{ publicId: string }]
  secrets.push(publicId)
  expect((await send('', 'GET', `/api/public/invoice/${publicId}`)).status).toBe(200)
  await send('', 'GET', `/pay-invoice/${publicId}`)
  await send(cookie, 'GET', `/api/customers?search=${mark}`)
  await send(cookie, 'GET', `/${mark}/no/such/page?token=${mark}`)
  await send(cookie, 'POST', '/api/customers', { name: mark, email: `${mark} is no address` })
  await send(cookie, 'PUT', `/api/customers/9999?x=${mark}`, { name: mark })
  await send('', 'POST', `/api/webhooks/stripe/${'t'.repeat(32)}`, { mark }, { authorization: `Bearer ${mark}` })
  await sendRaw(`GET /${mark}\x1b[31m HTTP/1.1\r\nhost: ${mark}\r\nuser-agent: x\x1b[2J ${mark}\r\nx-request-id: a\x1bb\r\n\r\n`)
  await vi.waitFor(() => expect(mails.received.length).toBeGreaterThan(0), 20_000)
  await vi.waitFor(
    () => expect(logged().map(({ message }) => message)).toContainEqual(expect.stringContaining('could not be sent')),
    20_000,
  )
}

const sendRaw = (text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(node.origin).port), '127.0.0.1', () => socket.write(text))
    socket.setTimeout(500, () => socket.destroy())
    socket.on('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })

test('each request logs one line with its route, never its path, and an id that is passed to the job that it queued', async () => {
  const lines = logged()
  expect(lines.length).toBeGreaterThan(10)
  const mine = lines.filter(({ requestId }) => requestId === 'from-the-proxy-1')
  expect(mine.find(({ message }) => message === 'request')).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'request',
    requestId: 'from-the-proxy-1',
    method: 'POST',
    route: '/api/invoices',
    status: 201,
    ms: expect.any(Number),
    userId: expect.any(Number),
  })
  const refused = lines.find(({ message }) => /could not be sent/.test(message))
  const sent = lines.filter(({ route, status }) => route === '/api/invoices' && status === 201)
  expect(refused).toMatchObject({ job: 'invoices.send', requestId: sent.at(-1).requestId })
  expect(lines.find(({ route }) => route === '/api/public/invoice/:publicId')).toMatchObject({
    status: 200,
  })
  expect(lines.some(({ route }) => route === '/oidc/*')).toBe(true)
  // Request ids of untrusted clients are ignored, and health checks are not logged.
  expect(lines.some(({ requestId }) => /[^\w.:-]/.test(requestId ?? ''))).toBe(false)
  expect((await fetch(`${node.origin}/readyz`)).status).toBe(200)
  expect(lines.some(({ route }) => /readyz|healthz/.test(route ?? ''))).toBe(false)
})

test('user input, personal data, keys and links are in no log line, no metric and no span', async () => {
  await expect.poll(() => spanOf('job invoices.send'), { timeout: 60_000 }).toBeTruthy()
  const seen = `${node.log()}\n${(await figures()).text}\n${collector.raw()}`
  expect(secrets.length).toBeGreaterThan(2)
  for (const secret of [mark, ...secrets])
    expect({ secret, found: seen.toLowerCase().includes(secret.toLowerCase()) }).toEqual({ secret, found: false })
  expect(node.log()).not.toMatch(/@example\.com/)
  expect(
    node
      .log()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{') && !line.startsWith('Billfold is ready')),
  ).toEqual([])
})

test('the metrics count operations by names from the code', async () => {
  const { text } = await figures()
  const missing = [
    /^billfold_http_requests_total\{route="\/api\/invoices",method="POST",status="2xx"\} 2$/m,
    /^billfold_http_requests_total\{route="\/\*",method="GET",status="2xx"\} \d+$/m,
    /^billfold_jobs_total\{job="invoices.send",result="done"\} \d+$/m,
    /^billfold_mails_total\{result="sent"\} [1-9]/m,
    /^billfold_mails_total\{result="failed"\} [1-9]/m,
    /^billfold_pdfs_total\{form="pdf",result="ok"\} [1-9]/m,
    /^billfold_sign_ins_total\{result="ok"\} 1$/m,
    /^billfold_sign_ins_total\{result="refused"\} 1$/m,
    /^billfold_webhook_events_total\{provider="stripe",status="4xx"\} 1$/m,
    /^billfold_database_connections\{state="idle"\} \d+$/m,
    /^billfold_database_transaction_seconds_count\{kind="user"\} [1-9]/m,
    /^billfold_jobs_waiting\{job="[\w.-]+",state="later"\} \d+$/m,
    ...['identity', 'payments', 'general'].map(
      (lane) => new RegExp(`^billfold_jobs_lane_oldest_due_seconds\\{lane="${lane}"\\} [\\d.]+$`, 'm'),
    ),
    /^billfold_live_streams 0$/m,
    /^billfold_build_info\{version="[\d.]+"\} 1$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
  ].filter((line) => !line.test(text))
  expect(missing).toEqual([])
  expect((await figures('/')).status).toBe(404)
  expect((await figures('/metrics', 'POST')).status).toBe(405)
})

test('one Create & Send is one trace: the request with its transactions, and a linked trace of the job with PDF and email', async () => {
  // The spans of the message that was sent and of the one that was refused come in batches, in any order.
  const hasMail = (isFailed: boolean) =>
    collector.spans.some(({ name, parentSpanId, failed }) => name === 'mail' && failed === isFailed && parentSpanId !== '')
  const trace = traceparent.split('-')[1]
  const hasJob = () =>
    collector.spans.some(({ name, links }) => name === 'job invoices.send' && links.some(({ traceId }) => traceId === trace))
  await expect.poll(() => [hasMail(false), hasMail(true), hasJob()], { timeout: 60_000 }).toEqual([true, true, true])
  const { spans } = collector
  const request = spans.find(({ traceId }) => traceId === trace)!
  const root = spans.find(({ name, traceId }) => name === 'POST /api/invoices' && traceId === request.traceId)!
  expect(root).toMatchObject({ parentSpanId: traceparent.split('-')[2], kind: 2, failed: false })
  expect(root.attributes).toEqual({ 'http.request.method': 'POST', 'http.route': '/api/invoices', 'http.response.status_code': 201 })
  const children = (of: string) => spans.filter(({ parentSpanId }) => parentSpanId === of).map(({ name }) => name)
  expect(children(root.spanId)).toContain('transaction')
  const jobs = spans.filter(({ name, links }) => name === 'job invoices.send' && links.some(({ traceId }) => traceId === root.traceId))
  expect(jobs).toHaveLength(1)
  expect(jobs[0]).toMatchObject({ parentSpanId: '', kind: 5 })
  expect(jobs[0]!.traceId).not.toBe(root.traceId)
  // It was queued within a transaction of that request.
  const within = spans.find(({ spanId }) => spanId === jobs[0]!.links[0]!.spanId)!
  expect([within.name, within.parentSpanId]).toEqual(['transaction', root.spanId])
  expect(children(jobs[0]!.spanId)).toEqual(expect.arrayContaining(['transaction', 'pdf', 'mail']))
  const refused = spans.find(({ name, failed }) => name === 'mail' && failed)!
  expect(refused.attributes).toEqual({ 'billfold.carrier': 'smtp', 'error.type': expect.any(String) })
})

const fetchPath = async (origin: string, path: string, method = 'GET') => {
  const reply = await fetch(origin + path, { method })
  return { status: reply.status, headers: reply.headers, body: await reply.text() }
}

test('liveness and readiness are public, set no cookie and write nothing', async () => {
  const { origin } = node
  const alive = await fetchPath(origin, '/healthz')
  expect([alive.status, alive.body]).toEqual([200, '{"status":"alive"}'])
  const ready = await fetchPath(origin, '/readyz?x=1')
  expect([ready.status, ready.body]).toEqual([200, '{"status":"ready"}'])
  expect(ready.headers.get('set-cookie')).toBeNull()
  expect(ready.headers.get('cache-control')).toBe('no-store')
  expect(await fetchPath(origin, '/readyz', 'HEAD')).toMatchObject({ status: 200, body: '' })
  expect((await fetchPath(origin, '/readyz', 'POST')).status).toBe(405)
  expect((await fetchPath(origin, '/healthz/x')).status).toBe(404)
})

test('a node whose database lacks one of its migrations is not ready; one with a later migration is', async () => {
  const { test: behind } = cluster
  const sql = async (text: string) => {
    const owner = new Client(behind.owner)
    await owner.connect()
    const { rows } = await owner.query(text)
    await owner.end()
    return rows
  }
  const readiness = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return (await fetchPath(node.origin, '/readyz')).body
  }
  const [newest] = await sql(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *',
  )
  expect(await readiness()).toBe('{"status":"not ready","because":"migrations"}')
  await sql(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${newest.hash}', ${newest.created_at})`)
  expect(await readiness()).toBe('{"status":"ready"}')
  await sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  expect(await readiness()).toBe('{"status":"ready"}')
})

test('a PDF with a character that no font has logs a line with the request’s id and the character’s code point', async () => {
  const { cookie } = await cluster.person('grace')
  const customer = (await node.send(cookie, 'POST', '/api/customers', { name: `${mark} \u{12000}` })).body
  const lineItems = [{ description: mark, quantity: 1, unitPrice: '100.00' }]
  const invoice = { customerId: customer.id, invoiceNumber: mark, issueDate: '2026-01-31', dueDate: '2026-03-02', lineItems }
  const { id } = (await node.send(cookie, 'POST', '/api/invoices', invoice)).body
  const pdf = await node.send(cookie, 'GET', `/api/invoices/${id}/pdf`, undefined, { 'x-request-id': 'from-the-proxy-2' })
  expect(pdf.status).toBe(200)
  const line = logged().find(({ message }) => /rendered without/.test(message))
  expect(line).toMatchObject({ level: 'warn', requestId: 'from-the-proxy-2', message: expect.stringContaining('U+12000') })
  expect(node.log()).not.toMatch(/\u{12000}|\\ud808/iu)
})
