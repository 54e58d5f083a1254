import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '#server/testing/server-processes.ts'

// Guarantees that could hold in one process by accident (one event loop, one memory) must hold between two as well.

const line = { description: 'Work', quantity: 1, unitPrice: '100.00' }
const draft = (customerId: number, invoiceNumber: string) => ({
  customerId,
  invoiceNumber,
  issueDate: '2026-01-31',
  dueDate: '2026-03-02',
  lineItems: [line],
})

let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes([{}, {}])
}, 400_000)
afterAll(() => cluster.close())

let people = 0
/** A new user, and a client whose requests alternate between the servers. */
const twoServers = async () => {
  const { nodes, test: behind, person } = cluster
  const ada = await person(`ada${++people}`)
  let turn = 0
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    nodes[turn++ % nodes.length]!.send(ada.cookie, method, path, body, headers)
  const { body: customer } = await send('POST', '/api/customers', { name: 'Acme' })
  const sql = <Row>(text: string, values: unknown[] = []) => behind.database.asUser(ada.userId, (db) => db.rows<Row>(text, values))
  return { send, sql, userId: ada.userId, customerId: customer.id as number }
}
type Servers = Awaited<ReturnType<typeof twoServers>>

const setTrial = ({ sql, userId }: Servers, used: number) => sql('update users set trial_invoices_used = $2 where id = $1', [userId, used])
const setActive = ({ sql, userId }: Servers) => sql("update users set subscription_status = 'active' where id = $1", [userId])
const counted = (replies: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map((r) => r.status))].sort().map((status) => [status, replies.filter((r) => r.status === status).length]),
  )

test('with one invoice left in the trial, exactly one of twenty concurrent creations succeeds, twenty times over', {
  timeout: 400_000,
}, async () => {
  const servers = await twoServers()
  for (let round = 0; round < 20; round++) {
    await setTrial(servers, 9)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => servers.send('POST', '/api/invoices', draft(servers.customerId, `R${round}-${i}`))),
    )
    expect(counted(replies)).toEqual({ 201: 1, 403: 19 })
    expect(replies.find((r) => r.status === 403)!.body).toMatchObject({ requiresSubscription: true })
  }
  const [row] = await servers.sql<{ used: number; made: number }>(
    'select trial_invoices_used as used, (select count(*) from documents) as made from users where id = $1',
    [servers.userId],
  )
  expect(row).toEqual({ used: 10, made: 20 })
})

test('an unconfirmed account sends five emails a day: of ten concurrent ones through both servers exactly five are sent', async () => {
  const servers = await twoServers()
  await servers.sql('update users set email_verified = false where id = $1', [servers.userId])
  await servers.sql("update customers set email = 'acme@example.net' where user_id = $1 and id = $2", [servers.userId, servers.customerId])
  const ids: number[] = []
  for (let i = 0; i < 10; i++) ids.push((await servers.send('POST', '/api/invoices', draft(servers.customerId, `U-${i}`))).body.id)
  const replies = await Promise.all(ids.map((id) => servers.send('POST', `/api/invoices/${id}/send-email`, {})))
  expect(counted(replies)).toEqual({ 200: 5, 429: 5 })
  expect(replies.find((r) => r.status === 429)!.body.message).toBe('Confirm your email address to send more: 5 emails a day until then.')
  const emails = () => servers.sql<{ state: string }>('select state from document_emails where user_id = $1', [servers.userId])
  await expect.poll(emails, { timeout: 60_000 }).toEqual(Array.from({ length: 5 }, () => ({ state: 'accepted' })))
  const statuses = await servers.sql<{ status: string; count: number }>(
    'select status, count(*) as count from documents where user_id = $1 group by 1 order by 1',
    [servers.userId],
  )
  expect(statuses).toEqual([
    { status: 'draft', count: 5 },
    { status: 'sent', count: 5 },
  ])
})

test('fifty concurrent creations draw fifty numbers without a gap', { timeout: 400_000 }, async () => {
  const servers = await twoServers()
  await setActive(servers)
  const zone = { 'x-time-zone': 'UTC' }
  const { body: first } = await servers.send('GET', '/api/invoices/next-number', undefined, zone)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      servers.send('POST', '/api/invoices', { ...draft(servers.customerId, first.invoiceNumber), drawNumber: true, status: 'sent' }, zone),
    ),
  )
  expect(counted(replies)).toEqual({ 201: 50 })
  const stem = first.invoiceNumber.slice(0, -4)
  expect(replies.map((r) => r.body.invoiceNumber).sort()).toEqual(
    Array.from({ length: 50 }, (_, i) => `${stem}${String(i + 1).padStart(4, '0')}`),
  )
})

test('200 drafts that are sent by twenty clients get 200 consecutive numbers, each client in its order, while the database ends sessions', {
  timeout: 400_000,
}, async () => {
  const servers = await twoServers()
  await setActive(servers)
  const { sql, send, customerId } = servers
  const drafts = await Promise.all(
    Array.from({ length: 200 }, () => send('POST', '/api/invoices', { ...draft(customerId, '-'), drawNumber: true })),
  )
  const waiting: number[] = drafts.map(({ body }) => body.id)
  expect(await sql('select distinct number, has_number from documents')).toEqual([{ number: 'INV-2026-0001', has_number: false }])
  const owner = new Client(cluster.test.owner)
  await owner.connect()
  let ended = 0
  const endOne = async () => {
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and (state = 'idle in transaction' or wait_event_type = 'Lock') limit 1`,
    )
    ended += rowCount ?? 0
  }
  const issue = async () => {
    const numbers: string[] = []
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const sent = { ...draft(customerId, '-'), drawNumber: true, status: 'sent' }
      if (waiting.length % 10 === 0) setTimeout(() => void endOne(), 20)
      let saved = await send('PUT', `/api/invoices/${id}`, sent)
      // Whether an attempt without an answer was saved is asked first.
      while (!saved.body.hasNumber) {
        saved = await send('GET', `/api/invoices/${id}`)
        if (saved.body.hasNumber === false) saved = await send('PUT', `/api/invoices/${id}`, sent)
      }
      numbers.push(saved.body.invoiceNumber)
    }
    return numbers
  }
  const issued = await Promise.all(Array.from({ length: 20 }, issue))
  await owner.end()
  expect(ended).toBeGreaterThan(0)
  for (const numbers of issued) expect(numbers).toEqual(numbers.toSorted())
  expect(issued.flat().toSorted()).toEqual(Array.from({ length: 200 }, (_, i) => `INV-2026-${String(i + 1).padStart(4, '0')}`))
})

test('fifty concurrent creations with one typed number: one succeeds, the others get 409', { timeout: 400_000 }, async () => {
  const servers = await twoServers()
  await setActive(servers)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => servers.send('POST', '/api/invoices', draft(servers.customerId, 'A-1'))),
  )
  expect(counted(replies)).toEqual({ 201: 1, 409: 49 })
  expect(new Set(replies.filter((r) => r.status === 409).map((r) => r.body.message))).toEqual(
    new Set(['The invoice number A-1 is taken already']),
  )
})

test('twenty concurrent requests with one idempotency key create one invoice and get the same reply', { timeout: 400_000 }, async () => {
  const servers = await twoServers()
  const key = { 'idempotency-key': 'one-click' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => servers.send('POST', '/api/invoices', draft(servers.customerId, 'K-1'), key)),
  )
  expect(counted(replies)).toEqual({ 201: 20 })
  expect(new Set(replies.map((r) => r.bytes.toString())).size).toBe(1)
  const other = await servers.send('POST', '/api/invoices', draft(servers.customerId, 'K-2'), key)
  expect(other.status).toBe(422)
  const [row] = await servers.sql<{ made: number; used: number }>(
    'select (select count(*) from documents) as made, trial_invoices_used as used from users where id = $1',
    [servers.userId],
  )
  expect(row).toEqual({ made: 1, used: 1 })
})

test('twenty concurrent edits of one copy: one is saved, the others get the current invoice', { timeout: 400_000 }, async () => {
  const servers = await twoServers()
  const { body: made } = await servers.send('POST', '/api/invoices', draft(servers.customerId, 'E-1'))
  const edit = (notes: string) => ({
    ...draft(servers.customerId, 'E-1'),
    status: 'draft',
    taxRate: '0',
    notes,
    version: made.version,
  })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => servers.send('PUT', `/api/invoices/${made.id}`, edit(`Edit ${i}`))),
  )
  expect(counted(replies)).toEqual({ 200: 1, 409: 19 })
  const saved = replies.find((r) => r.status === 200)!.body
  for (const { body } of replies.filter((r) => r.status === 409)) expect(body.current).toEqual(saved)
})

test('twenty concurrent payments of the whole balance: one is recorded', { timeout: 400_000 }, async () => {
  const servers = await twoServers()
  const { body: made } = await servers.send('POST', '/api/invoices', { ...draft(servers.customerId, 'P-1'), status: 'sent' })
  const payment = { amount: '100.00', paymentDate: '2026-02-01', paymentMethod: 'Cash' }
  const replies = await Promise.all(Array.from({ length: 20 }, () => servers.send('POST', `/api/invoices/${made.id}/payments`, payment)))
  expect(replies.filter((r) => r.status === 201)).toHaveLength(1)
  const { body: after } = await servers.send('GET', `/api/invoices/${made.id}`)
  expect(after).toMatchObject({ status: 'paid', amountPaid: '100.00', balanceDue: '0.00' })
})

test('starting servers schedule one check of the subscriptions between them', async () => {
  const owner = new Client(cluster.test.owner)
  await owner.connect()
  const { rows } = await owner.query("select count(*)::int as jobs from graphile_worker._private_jobs where key = 'subscription-look-over'")
  await owner.end()
  expect(rows).toEqual([{ jobs: 1 }])
})
