import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { openEventStream } from '#server/platform/events/testing/open-event-stream.ts'
import { parseMessage, startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { type S3Server, startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { type ProxiedNodes, startProxiedNodes } from '#server/testing/proxied-nodes.ts'
import { smallPdf } from '#server/testing/upload.ts'
import { soakCount } from '#shared/testing/soak.ts'

// Two servers behind a proxy behave like one: each continues what the other has started.

const mailCount = soakCount(12, 100)

let cluster: ProxiedNodes
let store: S3Server
let mails: Awaited<ReturnType<typeof startTestMailServer>>
beforeAll(async () => {
  store = await startS3Server()
  mails = await startTestMailServer()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
  cluster = await startProxiedNodes(2, {
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
}, 400_000)
afterAll(async () => {
  await cluster.close()
  await store.close()
  await mails.close()
})

const node = (index: 0 | 1) => cluster.nodes[index]!
/** The number of requests that a node answered, from its log. */
const answered = (index: 0 | 1, route: string, method = 'GET') =>
  node(index)
    .log()
    .split('\n')
    .filter((line) => line.includes(`"method":"${method}","route":"${route}"`)).length
const invoice = (customerId: number, invoiceNumber: string, status = 'draft') => ({
  customerId,
  invoiceNumber,
  status,
  issueDate: '2026-01-31',
  dueDate: '2026-03-02',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
})
/** A user with a plan and a customer; all calls go through the proxy. */
const business = async (name: string) => {
  const { cookie, userId } = await cluster.person(name)
  await cluster.test.database.asUser(userId, (db) => db.rows("update users set subscription_status = 'active' where id = $1", [userId]))
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(cluster.origin + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
  }
  const { body: customer } = await node(0).send(cookie, 'POST', '/api/customers', { name: 'Acme', email: `${name}@customer.example` })
  return { cookie, userId, send, customerId: customer.id as number }
}

test('a user can sign up and sign in with every step at another node', async () => {
  const browser = createBrowser()
  const page = await browser.open(`${cluster.origin}/api/login?create=1`)
  const person = { firstName: 'Olga', lastName: 'Tester', email: 'olga@example.com', password: 'a long enough one' }
  const done = await browser.follow(await browser.submit(page, person), ({ location }) => location === `${cluster.origin}/`)
  expect(done.location).toBe(`${cluster.origin}/`)
  expect((await browser.visit(`${cluster.origin}/api/auth/user`)).status).toBe(200)
  for (const index of [0, 1] as const) expect(answered(index, '/oidc/*')).toBeGreaterThan(0)
})

test('a session is valid at both nodes; ending it at one ends it at the other, and closes its event stream there', async () => {
  const { cookie } = await cluster.person('sessions')
  for (const index of [0, 1] as const) expect((await node(index).send(cookie, 'GET', '/api/customers')).status).toBe(200)
  const page = await openEventStream({ cookie }, node(1).origin)
  expect((await page.next()).name).toBe('hello')
  await fetch(`${node(0).origin}/api/logout`, { headers: { cookie }, redirect: 'manual' })
  const endedAt = Date.now()
  expect((await node(1).send(cookie, 'GET', '/api/customers')).status).toBe(401)
  for (;;) {
    const { name } = await page.next()
    if (name === 'signed-out') break
    expect(name).not.toBe('end')
  }
  // Before the periodic check, which runs every 25 seconds.
  expect(Date.now() - endedAt).toBeLessThan(10_000)
})

test('password attempts at both nodes are counted together', async () => {
  const statuses: number[] = []
  const browser = createBrowser()
  for (let i = 0; i < 7; i++) {
    const page = await browser.open(`${cluster.origin}/api/login`)
    statuses.push((await browser.submit(page, { email: 'nobody@example.com', password: `guess ${i}` })).status)
    // Both nodes get some of the attempts.
    if (i % 2 === 1) await fetch(`${cluster.origin}/healthz`)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  for (const index of [0, 1] as const) expect(answered(index, '/sign-in/:uid', 'POST')).toBeGreaterThan(1)
})

test('a change through one node reaches an event stream at the other', async () => {
  const { cookie, customerId } = await business('live')
  const page = await openEventStream({ cookie }, node(1).origin)
  // A node that has just started may not listen yet.
  await expect
    .poll(async () => {
      const probe = await openEventStream({ cookie }, node(1).origin)
      const { agoMs = 0 } = await probe.next()
      probe.stop()
      return agoMs
    })
    .toBeGreaterThan(0)
  await page.next()
  await node(0).send(cookie, 'PUT', `/api/customers/${customerId}`, { name: 'Acme, renamed' })
  for (;;) {
    const { name, topics } = await page.next()
    if (topics?.includes('customers')) break
    expect(['changed', 'resync']).toContain(name)
  }
  page.stop()
})

test('a request repeated at the other node gets the first answer, byte for byte, and creates nothing', async () => {
  const { cookie, customerId } = await business('repeated')
  const body = invoice(customerId, 'ONCE-1')
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await node(0).send(cookie, 'POST', '/api/invoices', body, key)
  const second = await node(1).send(cookie, 'POST', '/api/invoices', body, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.bytes.equals(first.bytes)).toBe(true)
  expect((await node(1).send(cookie, 'POST', '/api/invoices', { ...body, notes: 'x' }, key)).status).toBe(422)
  expect((await node(0).send(cookie, 'GET', '/api/invoices')).body).toHaveLength(1)
})

test('of twenty concurrent invoices with the same number one is created; eight that take the next number leave no gap', async () => {
  const { send, customerId } = await business('numbers')
  const same = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/api/invoices', invoice(customerId, 'INV-001'))))
  expect(same.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  const next = async () => (await send('GET', '/api/invoices/next-number')).body.invoiceNumber as string
  const makeNext = async (): Promise<string> => {
    for (;;) {
      const number = await next()
      const { status } = await send('POST', '/api/invoices', invoice(customerId, number))
      if (status === 201) return number
      expect(status).toBe(409)
    }
  }
  const numbers = await Promise.all(Array.from({ length: 8 }, makeNext))
  const counted = numbers.map((number) => Number(number.split('-').at(-1))).sort((one, other) => one - other)
  expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('emails queued through both nodes are sent once each, some by either node', { timeout: 60_000 + mailCount * 2000 }, async () => {
  const { send, customerId } = await business('mails')
  const made = await Promise.all(
    Array.from({ length: mailCount }, (_, i) => send('POST', '/api/invoices', invoice(customerId, `M-${i}`, 'sent'))),
  )
  expect(made.every(({ status }) => status === 201)).toBe(true)
  const mine = () => mails.received.filter(({ to }) => to.includes('mails@customer.example'))
  await expect.poll(() => mine().length, { timeout: 60_000 + mailCount * 1500, interval: 200 }).toBe(mailCount)
  // A duplicate would arrive now.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const ids = mine().map(({ raw }) => parseMessage(raw).headers.get('message-id'))
  expect([ids.length, new Set(ids).size]).toEqual([mailCount, mailCount])
})

test('a file with an upload link of one node is accepted by the other, and served by both', async () => {
  const { cookie } = await business('files')
  const { uploadURL } = (await node(0).send(cookie, 'POST', '/api/objects/upload')).body
  expect((await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: smallPdf })).ok).toBe(true)
  const receipt = await node(1).send(cookie, 'POST', '/api/receipts', { uploadURL, fileName: 'receipt.pdf' })
  expect(receipt.status).toBe(201)
  const [here, there] = await Promise.all(
    ([0, 1] as const).map((index) => node(index).send(cookie, 'GET', `/api/receipts/${receipt.body.id}`)),
  )
  expect([here!.status, there!.status]).toEqual([200, 200])
  expect(here!.bytes.equals(there!.bytes)).toBe(true)
})

test('both nodes render the same PDF, and a browser’s cached copy is valid at both', async () => {
  const { cookie, customerId } = await business('documents')
  const { body } = await node(0).send(cookie, 'POST', '/api/invoices', invoice(customerId, 'P-1'))
  const fetchPdf = (index: 0 | 1, etag?: string) =>
    fetch(`${node(index).origin}/api/invoices/${body.id}/pdf`, { headers: { cookie, ...(etag && { 'if-none-match': etag }) } })
  const [here, there] = await Promise.all([fetchPdf(0), fetchPdf(1)])
  expect(Buffer.from(await here.arrayBuffer()).equals(Buffer.from(await there.arrayBuffer()))).toBe(true)
  expect((await fetchPdf(1, here.headers.get('etag')!)).status).toBe(304)
})
