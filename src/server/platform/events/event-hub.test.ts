import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAuth } from '#server/platform/auth/auth.ts'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createEventHub } from './event-hub.ts'
import { registerEventStreamRoute } from './event-stream-route.ts'
import { openEventStream } from './testing/open-event-stream.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await untilListening(app.origin)
})
afterAll(() => app.close())

const listen = (who: Person, origin = app.origin) => openEventStream(who, origin)

/** Waits until the server listens to its database, which takes a moment after its start. */
const untilListening = async (origin: string) => {
  for (;;) {
    const probe = await listen(ada, origin)
    const { agoMs = 0 } = await probe.next()
    probe.stop()
    if (agoMs > 0) return
  }
}

/** Starts a second server on the same database, which checks sessions often. */
const startSecondServer = async ({ maxStreamsPerUser }: { maxStreamsPerUser?: number } = {}) => {
  const { host, port, user, password, database } = app.database.pool.options
  const publicUrl = () => new URL(app.origin)
  const events = createEventHub({
    connection: { host, port, user, password, database } as never,
    database: app.database,
    heartbeatMs: 200,
    ...(maxStreamsPerUser ? { maxStreamsPerUser } : {}),
    log: () => undefined,
  })
  const http = await createFastifyApp({ publicUrl, mounts: [] })
  const auth = await createAuth({ ...app, publicUrl, oidc: null, log: () => undefined })
  await auth.register(http)
  await registerEventStreamRoute(http, { events, signedInUser: auth.signedInUser })
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await http.close()
    await events.close()
    await auth.close()
  }
  onTestFinished(close)
  await untilListening(origin)
  return { origin, http }
}

const invoice = (customerId: number, invoiceNumber: string) => ({
  customerId,
  invoiceNumber,
  issueDate: '2026-01-31',
  dueDate: '2026-03-02',
  status: 'sent',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
})

test('each change sends its topic to the streams of its user only', async () => {
  const bob = await app.person('bob')
  const [mine, bobs] = [await listen(ada), await listen(bob)]
  expect((await mine.next()).name).toBe('hello')
  expect((await bobs.next()).name).toBe('hello')
  const create = async (path: string, body: object) => {
    const { status, body: created } = await app.send(ada, 'POST', path, body)
    expect([path, status]).toEqual([path, 201])
    return created
  }
  const customer = await create('/api/customers', { name: 'Acme' })
  expect(await mine.topics('customers')).toEqual(['customers'])
  await create('/api/items', { name: 'Hour', unitPrice: '10.00' })
  expect(await mine.topics('items')).toEqual(['items'])
  await create('/api/expenses', { description: 'Rent', category: 'Office Supplies', amount: '1.00', expenseDate: '2026-01-31' })
  expect(await mine.topics('expenses')).toEqual(['expenses'])
  const sent = await create('/api/invoices', invoice(customer.id, 'L-1'))
  // The invoice counts towards the trial limit.
  expect(await mine.topics('invoices', 'account')).toEqual(['account', 'invoices'])
  await create('/api/estimates', {
    ...invoice(customer.id, ''),
    invoiceNumber: undefined,
    dueDate: undefined,
    estimateNumber: 'L-2',
    expiryDate: '2026-03-02',
  })
  expect(await mine.topics('estimates')).toEqual(['estimates'])
  await create('/api/business-profile', { businessName: 'Ada Ltd' })
  expect(await mine.topics('profile')).toEqual(['profile'])
  const current = (await app.send(ada, 'GET', `/api/invoices/${sent.id}`)).body
  const paid = await app.send(ada, 'PUT', `/api/invoices/${sent.id}`, {
    ...invoice(customer.id, 'L-1'),
    status: 'paid',
    version: current.version,
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  expect(await mine.topics('invoices', 'payments')).toEqual(['invoices', 'payments'])
  await app.sql(
    `insert into statement_emails (user_id, customer_id, from_day, to_day, to_address, subject) values ($1, $2, '2026-01-01', '2026-01-31', 'a@example.com', 'S')`,
    [ada.userId, customer.id],
  )
  expect(await mine.topics('statements')).toEqual(['statements'])
  expect((await app.send(ada, 'DELETE', `/api/customers/${(await create('/api/customers', { name: 'Brief' })).id}`)).status).toBe(204)
  expect(await mine.topics('customers')).toEqual(['customers'])

  await app.send(bob, 'POST', '/api/items', { name: 'Day', unitPrice: '80.00' })
  expect(await bobs.next()).toMatchObject({ name: 'changed', topics: ['items'] })
})

test('every table of a user has a change trigger, or a reason here why it needs none', async () => {
  const rows = await app.sql<{ table: string; has: boolean }>(
    `select c.relname as table, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'live\\_%') as has
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const withoutTrigger = [
    // They change together with a row that has a trigger.
    ...['invoice_line_items', 'estimate_line_items', 'invoice_emails', 'estimate_emails', 'invoice_events', 'estimate_events'],
    ...['payment_returns', 'public_invoices', 'public_estimates', 'search_entries', 'search_words', 'deleted_records'],
    // The page that waits for it polls.
    'data_exports',
    // Shown only in forms, which do not update while they are open.
    ...['invoice_numbering', 'invoice_numbering_padding', 'estimate_numbering', 'estimate_numbering_padding'],
    // Their page loads them when it opens and after each change.
    ...['security_events', 'api_tokens'],
    // Not shown.
    ...['files', 'idempotency_keys', 'webhook_endpoints', 'webhook_events', 'billing_events', 'admin_lookups'],
  ]
  expect(rows.filter(({ table, has }) => !has && !withoutTrigger.includes(table)).map(({ table }) => table)).toEqual([])
})

test('visitors and pages of other sites get no stream, and it is not cached', async () => {
  expect(await app.send(null, 'GET', '/api/live')).toMatchObject({ status: 401, body: { message: 'Please sign in' } })
  expect((await app.send(ada, 'GET', '/api/live', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const { reply } = await listen(ada)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(reply.headers.has('content-encoding') || reply.headers.has('access-control-allow-origin')).toBe(false)
})

test('concurrent changes are sent in one event, with the time since the last of them', async () => {
  const stream = await listen(ada)
  await stream.next()
  await app.database.asUser(ada.userId, async (db) => {
    for (let n = 0; n < 50; n++) await db.rows('insert into items (user_id, name, unit_price) values ($1, $2, 1)', [ada.userId, `I${n}`])
    await db.rows("insert into customers (user_id, name) values ($1, 'C')", [ada.userId])
  })
  const event = await stream.next()
  expect(event).toMatchObject({
    name: 'changed',
    topics: expect.toSatisfy((topics: string[]) => topics.sort().join() === 'customers,items'),
  })
  expect(event.agoMs).toBeGreaterThan(0)
  // A rolled back change sends nothing.
  await app.database
    .asUser(ada.userId, async (db) => {
      await db.rows("insert into items (user_id, name, unit_price) values ($1, 'Undone', 1)", [ada.userId])
      await db.rows('select 1/0')
    })
    .catch(() => undefined)
  await app.send(ada, 'POST', '/api/customers', { name: 'Kept' })
  expect(await stream.next()).toMatchObject({ topics: ['customers'] })
})

test('a change through one server is sent by the other', async () => {
  const { origin } = await startSecondServer()
  const stream = await listen(ada, origin)
  await stream.next()
  await app.send(ada, 'POST', '/api/customers', { name: 'Through the first' })
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['customers'] })
})

test("when the listener's connection is terminated, streams stay open and get 'resync'", async () => {
  const stream = await listen(ada)
  await stream.next()
  const killed = await app.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ~ 'pg_notify|listen billfold_live' and datname = current_database() and pid <> pg_backend_pid()",
  )
  expect(killed.length).toBeGreaterThan(0)
  expect(await stream.next()).toMatchObject({ name: 'resync', agoMs: 0 })
  await app.send(ada, 'POST', '/api/customers', { name: 'Afterwards' })
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['customers'] })
})

test("a new stream starts with the time since the user's own last change", async () => {
  const first = await listen(ada)
  await first.next()
  await app.send(ada, 'POST', '/api/customers', { name: 'Just now' })
  await first.next()
  const carol = await app.person('carol')
  const [adas, carols] = [await listen(ada), await listen(carol)].map(({ next }) => next())
  expect((await adas!).agoMs).toBeLessThan((await carols!).agoMs!)
})

test('signing out ends the streams of that session on every server, and no others', async () => {
  const { origin } = await startSecondServer()
  const dora = await app.person('dora')
  const [here, there, other] = [await listen(dora), await listen(dora, origin), await listen(ada, origin)]
  for (const { next } of [here, there, other]) expect((await next()).name).toBe('hello')
  expect((await app.send(dora, 'GET', '/api/logout')).status).toBe(302)
  for (const { next } of [here, there]) {
    expect((await next()).name).toBe('signed-out')
    expect((await next()).name).toBe('end')
  }
  expect((await app.send(dora, 'GET', '/api/live')).status).toBe(401)
  await app.send(ada, 'POST', '/api/customers', { name: 'Still here' })
  expect((await other.next()).name).toBe('changed')
})

test('streams of expired sessions and deleted users end with the next heartbeat', async () => {
  const { origin } = await startSecondServer()
  const [erna, fay] = [await app.person('erna'), await app.person('fay')]
  const [expired, deleted] = [await listen(erna, origin), await listen(fay, origin)]
  await app.sql("update sessions set expire = now() - interval '1 second' where (sess ->> 'userId')::int = $1", [erna.userId])
  await app.sql('delete from users where id = $1', [fay.userId])
  for (const { next } of [expired, deleted]) {
    expect([await next(), await next(), await next()].map(({ name }) => name)).toEqual(['hello', 'signed-out', 'end'])
  }
})

test("above the limit per user, the oldest stream ends with 'too-many', so that it does not reconnect", async () => {
  const { origin } = await startSecondServer({ maxStreamsPerUser: 2 })
  const gail = await app.person('gail')
  const opened = [await listen(gail, origin), await listen(gail, origin), await listen(gail, origin)]
  const [first, ...others] = opened.map(({ next }) => next)
  expect([await first!(), await first!(), await first!()].map(({ name }) => name)).toEqual(['hello', 'too-many', 'end'])
  await app.send(gail, 'POST', '/api/customers', { name: 'One' })
  for (const next of others) expect([(await next()).name, (await next()).name]).toEqual(['hello', 'changed'])
})

test('a server that stops ends its streams at once instead of waiting for them', async () => {
  const { origin, http } = await startSecondServer()
  const stream = await listen(ada, origin)
  await stream.next()
  await http.close()
  expect((await stream.next()).name).toBe('end')
})
