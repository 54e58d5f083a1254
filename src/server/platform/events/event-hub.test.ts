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
  await untilItHears(app.origin)
})
afterAll(() => app.close())

const listen = (who: Person, origin = app.origin) => openEventStream(who, origin)

/** A server that has only just been started may not have begun to listen to its database. */
const untilItHears = async (origin: string) => {
  for (;;) {
    const probe = await listen(ada, origin)
    const { agoMs = 0 } = await probe.next()
    probe.stop()
    if (agoMs > 0) return
  }
}

/** A second server on the same database, which looks at sessions often. */
const secondServer = async ({ mostStreams }: { mostStreams?: number } = {}) => {
  const { host, port, user, password, database } = app.database.pool.options
  const publicUrl = () => new URL(app.origin)
  const live = createEventHub({
    connection: { host, port, user, password, database } as never,
    database: app.database,
    beatMs: 200,
    ...(mostStreams ? { mostStreams } : {}),
    log: () => undefined,
  })
  const http = await createFastifyApp({ publicUrl, mounts: [] })
  const identity = await createAuth({ ...app, publicUrl, oidc: null, log: () => undefined })
  await identity.register(http)
  await registerEventStreamRoute(http, { live, signedInUser: identity.signedInUser })
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await http.close()
    await live.close()
    await identity.close()
  }
  onTestFinished(close)
  await untilItHears(origin)
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

test('each change is told by what it is, to whoever it belongs to and to nobody else', async () => {
  const bob = await app.person('bob')
  const [mine, his] = [await listen(ada), await listen(bob)]
  expect((await mine.next()).name).toBe('hello')
  expect((await his.next()).name).toBe('hello')
  const make = async (path: string, body: object) => {
    const { status, body: made } = await app.send(ada, 'POST', path, body)
    expect([path, status]).toEqual([path, 201])
    return made
  }
  const customer = await make('/api/customers', { name: 'Acme' })
  expect(await mine.topics('customers')).toEqual(['customers'])
  await make('/api/items', { name: 'Hour', unitPrice: '10.00' })
  expect(await mine.topics('items')).toEqual(['items'])
  await make('/api/expenses', { description: 'Rent', category: 'Office Supplies', amount: '1.00', expenseDate: '2026-01-31' })
  expect(await mine.topics('expenses')).toEqual(['expenses'])
  const sent = await make('/api/invoices', invoice(customer.id, 'L-1'))
  // It counts in the trial.
  expect(await mine.topics('invoices', 'account')).toEqual(['account', 'invoices'])
  await make('/api/estimates', {
    ...invoice(customer.id, ''),
    invoiceNumber: undefined,
    dueDate: undefined,
    estimateNumber: 'L-2',
    expiryDate: '2026-03-02',
  })
  expect(await mine.topics('estimates')).toEqual(['estimates'])
  await make('/api/business-profile', { businessName: 'Ada Ltd' })
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
  expect((await app.send(ada, 'DELETE', `/api/customers/${(await make('/api/customers', { name: 'Brief' })).id}`)).status).toBe(204)
  expect(await mine.topics('customers')).toEqual(['customers'])

  await app.send(bob, 'POST', '/api/items', { name: 'Day', unitPrice: '80.00' })
  expect(await his.next()).toMatchObject({ name: 'changed', topics: ['items'] })
})

test('what feeds a screen has a trigger; what a table is left out for is said here', async () => {
  const rows = await app.sql<{ table: string; has: boolean }>(
    `select c.relname as table, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'live\\_%') as has
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const silent = [
    // They change together with a row that tells.
    ...['invoice_line_items', 'estimate_line_items', 'invoice_emails', 'estimate_emails', 'invoice_events', 'estimate_events'],
    ...['payment_returns', 'public_invoices', 'public_estimates', 'search_entries', 'search_words', 'deleted_records'],
    // Whoever waits for it asks.
    'data_exports',
    // Only forms show them, as they were when they were opened.
    ...['invoice_numbering', 'invoice_numbering_padding', 'estimate_numbering', 'estimate_numbering_padding'],
    // Their own page asks when it is opened, and after each act on it.
    ...['security_events', 'api_tokens'],
    // Nobody sees them.
    ...['files', 'idempotency_keys', 'webhook_endpoints', 'webhook_events', 'billing_events', 'admin_lookups'],
  ]
  expect(rows.filter(({ table, has }) => !has && !silent.includes(table)).map(({ table }) => table)).toEqual([])
})

test('a visitor gets none, nor does a page of another site, and no cache keeps it', async () => {
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

test('many changes at once are told in one, with how long ago the last of them was', async () => {
  const stream = await listen(ada)
  await stream.next()
  await app.database.asUser(ada.userId, async (db) => {
    for (let n = 0; n < 50; n++) await db.rows('insert into items (user_id, name, unit_price) values ($1, $2, 1)', [ada.userId, `I${n}`])
    await db.rows("insert into customers (user_id, name) values ($1, 'C')", [ada.userId])
  })
  const told = await stream.next()
  expect(told).toMatchObject({
    name: 'changed',
    topics: expect.toSatisfy((topics: string[]) => topics.sort().join() === 'customers,items'),
  })
  expect(told.agoMs).toBeGreaterThan(0)
  // What was undone never was.
  await app.database
    .asUser(ada.userId, async (db) => {
      await db.rows("insert into items (user_id, name, unit_price) values ($1, 'Undone', 1)", [ada.userId])
      await db.rows('select 1/0')
    })
    .catch(() => undefined)
  await app.send(ada, 'POST', '/api/customers', { name: 'Kept' })
  expect(await stream.next()).toMatchObject({ topics: ['customers'] })
})

test('a change made through one server is told by the other', async () => {
  const { origin } = await secondServer()
  const stream = await listen(ada, origin)
  await stream.next()
  await app.send(ada, 'POST', '/api/customers', { name: 'Through the first' })
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['customers'] })
})

test('when the connection that listens is killed, streams go on, and learn that they may have missed something', async () => {
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

test('whoever comes anew hears how long nothing has changed, and of others nothing', async () => {
  const first = await listen(ada)
  await first.next()
  await app.send(ada, 'POST', '/api/customers', { name: 'Just now' })
  await first.next()
  const carol = await app.person('carol')
  const [hers, his] = [await listen(ada), await listen(carol)].map(({ next }) => next())
  expect((await hers!).agoMs).toBeLessThan((await his!).agoMs!)
})

test('signing out ends the streams of that session, at every server, and no other', async () => {
  const { origin } = await secondServer()
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

test('a session that runs out, and a user who is gone, have no stream for longer than a beat', async () => {
  const { origin } = await secondServer()
  const [erna, fay] = [await app.person('erna'), await app.person('fay')]
  const [idle, gone] = [await listen(erna, origin), await listen(fay, origin)]
  await app.sql("update sessions set expire = now() - interval '1 second' where (sess ->> 'userId')::int = $1", [erna.userId])
  await app.sql('delete from users where id = $1', [fay.userId])
  for (const { next } of [idle, gone]) {
    expect([await next(), await next(), await next()].map(({ name }) => name)).toEqual(['hello', 'signed-out', 'end'])
  }
})

test('of more streams than one person looks at the oldest ends, and is told not to come back', async () => {
  const { origin } = await secondServer({ mostStreams: 2 })
  const gail = await app.person('gail')
  const opened = [await listen(gail, origin), await listen(gail, origin), await listen(gail, origin)]
  const [first, ...others] = opened.map(({ next }) => next)
  expect([await first!(), await first!(), await first!()].map(({ name }) => name)).toEqual(['hello', 'too-many', 'end'])
  await app.send(gail, 'POST', '/api/customers', { name: 'One' })
  for (const next of others) expect([(await next()).name, (await next()).name]).toEqual(['hello', 'changed'])
})

test('a server that stops ends its streams at once, instead of waiting for them', async () => {
  const { origin, http } = await secondServer()
  const stream = await listen(ada, origin)
  await stream.next()
  await http.close()
  expect((await stream.next()).name).toBe('end')
})
