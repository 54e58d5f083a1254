import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAuth } from '#server/platform/auth/auth.ts'
import { openDatabase, type UserDb } from '#server/platform/db/client.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { announcedTables } from '#server/testing/announcement-guard.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { decodeAnnouncements } from './announcement-batch.ts'
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

const getConnection = () => {
  const { host, port, user, password, database } = app.database.pool.options
  return { host, port, user, password, database } as never
}

/** Starts a second server on the same database, which checks sessions often. */
const startSecondServer = async ({ maxStreamsPerUser }: { maxStreamsPerUser?: number } = {}) => {
  const publicUrl = () => new URL(app.origin)
  const database = openDatabase(getConnection(), { max: 3, log: () => undefined })
  const events = createEventHub({
    connection: getConnection(),
    database,
    checkMs: 200,
    ...(maxStreamsPerUser ? { maxStreamsPerUser } : {}),
    log: () => undefined,
  })
  const http = await createFastifyApp({ publicUrl, mounts: [] })
  const auth = await createAuth({ ...app, database, publicUrl, oidc: null, log: () => undefined })
  await auth.register(http)
  await registerEventStreamRoute(http, { events, signedInUser: auth.signedInUser })
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await http.close()
    await events.close()
    await auth.close()
    await database.close()
  }
  onTestFinished(close)
  await untilListening(origin)
  return { origin, http, events, database }
}

/** Receives what nodes announce to each other about these users. */
const listenToNodes = async (...users: Person[]) => {
  const client = new DatabaseClient(getConnection())
  await client.connect()
  onTestFinished(() => client.end())
  const received: { userId: number; topics: string[] }[][] = []
  client.on('notification', ({ payload = '' }) => {
    const announcements = [...(decodeAnnouncements(payload)?.announcements ?? [])]
    const message = announcements.filter(([userId]) => users.some((user) => user.userId === userId))
    if (message.length > 0) received.push(message.map(([userId, topics]) => ({ userId, topics: [...topics].sort() })))
  })
  await client.query('listen billfold_live')
  return received
}

const addItem = (db: UserDb, name: string) => {
  db.send('insert into items (user_id, name, unit_price) values ($1, $2, 1)', [db.userId, name])
  db.announce('items')
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
  const [ann, bob] = [await app.person('ann'), await app.person('bob')]
  const [mine, bobs] = [await listen(ann), await listen(bob)]
  expect((await mine.next()).name).toBe('hello')
  expect((await bobs.next()).name).toBe('hello')
  const create = async (path: string, body: object) => {
    const { status, body: created } = await app.send(ann, 'POST', path, body)
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
  const current = (await app.send(ann, 'GET', `/api/invoices/${sent.id}`)).body
  const paid = await app.send(ann, 'PUT', `/api/invoices/${sent.id}`, {
    ...invoice(customer.id, 'L-1'),
    status: 'paid',
    version: current.version,
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  expect(await mine.topics('invoices', 'payments')).toEqual(['invoices', 'payments'])
  expect((await app.send(ann, 'DELETE', `/api/customers/${(await create('/api/customers', { name: 'Brief' })).id}`)).status).toBe(204)
  expect(await mine.topics('customers')).toEqual(['customers'])
  const { id: customerId } = await create('/api/customers', { name: 'Beta', email: 'beta@example.com' })
  expect(await mine.topics('customers')).toEqual(['customers'])
  await create('/api/reports/statement-emails', { customerId, from: '2026-01-01', to: '2026-01-31' })
  expect(await mine.topics('statements')).toEqual(['statements'])

  await app.send(bob, 'POST', '/api/items', { name: 'Day', unitPrice: '80.00' })
  expect(await bobs.next()).toMatchObject({ name: 'changed', topics: ['items'] })
})

test('the changes of every table of a user are announced, or there is a reason here why not', async () => {
  const rows = await app.sql<{ table: string }>(
    `select c.relname as table
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const notAnnounced = [
    // They change together with a row of an announced table.
    ...['document_lines', 'document_taxes', 'document_emails', 'estimate_responses', 'events', 'public_links', 'movements'],
    'recurring_runs',
    'statement_run_customers',
    ...['search_entries', 'search_words', 'deleted_records', 'books', 'journal_entries', 'journal_lines', 'journal_months'],
    // The page that waits for it polls.
    'data_exports',
    // Shown only in forms, which do not update while they are open.
    ...['document_numbering', 'document_numbering_padding'],
    // Their page loads them when it opens and after each change.
    ...['security_events', 'api_tokens'],
    // Not shown.
    ...['files', 'idempotency_keys', 'webhook_endpoints', 'webhook_events', 'billing_events', 'admin_lookups'],
  ]
  const tables = rows.map(({ table }) => table)
  expect(tables.filter((table) => !(table in announcedTables) && !notAnnounced.includes(table))).toEqual([])
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

test('a stream without changes beats every three seconds', async () => {
  const quiet = await listen(await app.person('quiet'))
  expect((await quiet.next()).name).toBe('hello')
  await quiet.beat()
  const at = performance.now()
  await quiet.beat()
  expect(performance.now() - at).toBeLessThan(4000)
  quiet.stop()
})

test('concurrent changes are sent in one event, with the time since the last of them', async () => {
  const stream = await listen(ada)
  await stream.next()
  await app.database.asUser(ada.userId, async (db) => {
    for (let n = 0; n < 50; n++) addItem(db, `I${n}`)
    db.announce('customers')
  })
  const event = await stream.next()
  expect(event).toMatchObject({
    name: 'changed',
    topics: expect.toSatisfy((topics: string[]) => topics.sort().join() === 'customers,items'),
  })
  expect(event.agoMs).toBeGreaterThan(0)
})

test('a rolled back change sends nothing, neither to the own streams nor to other nodes', async () => {
  const stream = await listen(ada)
  await stream.next()
  const received = await listenToNodes(ada)
  const undo = (work: (db: UserDb) => Promise<unknown>) => app.database.asUser(ada.userId, work).catch(() => undefined)
  await undo(async (db) => {
    addItem(db, 'Undone')
    await db.rows('select 1/0')
  })
  // The failure of a statement that nothing waits for.
  await undo(async (db) => {
    addItem(db, 'Undone')
    db.send('select 1/0')
  })
  // `work` ignores the error: PostgreSQL rolls back at COMMIT.
  await undo(async (db) => {
    addItem(db, 'Undone')
    await db.rows('select 1/0').catch(() => undefined)
  })
  await undo(async (db) => {
    addItem(db, 'Undone')
    throw new Error('refused')
  })
  await app.database.asUser(ada.userId, async (db) => db.announce('customers'))
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['customers'] })
  await expect.poll(() => received).toEqual([[{ userId: ada.userId, topics: ['customers'] }]])
  expect(await app.sql("select 1 from items where name = 'Undone'")).toEqual([])
})

test('other nodes get one message per 50 ms, with each user and topic once', async () => {
  const bob = await app.person('robert')
  const received = await listenToNodes(ada, bob)
  const start = performance.now()
  const write = async (userId: number) => {
    for (let i = 0; i < 60; i++) await app.database.asUser(userId, async (db) => addItem(db, `B${i}`))
  }
  await Promise.all([write(ada.userId), write(ada.userId), write(bob.userId)])
  const messages = Math.ceil((performance.now() - start) / 50) + 1
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(received.length).toBeGreaterThan(0)
  expect(received.length).toBeLessThanOrEqual(messages)
  for (const message of received) {
    expect(message.length).toBe(new Set(message.map(({ userId }) => userId)).size)
    for (const { topics } of message) expect(topics).toEqual(['items'])
  }
  expect(new Set(received.flat().map(({ userId }) => userId))).toEqual(new Set([ada.userId, bob.userId]))
})

test('a server that stops announces its last changes', async () => {
  const { database, events } = await startSecondServer()
  const stream = await listen(ada)
  await stream.next()
  await database.asUser(ada.userId, async (db) => addItem(db, 'Last'))
  await events.close()
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['items'] })
})

test('a change through one server is sent by the other', async () => {
  const { origin } = await startSecondServer()
  const stream = await listen(ada, origin)
  await stream.next()
  await app.send(ada, 'POST', '/api/customers', { name: 'Through the first' })
  expect(await stream.next()).toMatchObject({ name: 'changed', topics: ['customers'] })
})

test("when the connections of all nodes are terminated, streams stay open, get 'resync' and then changes on every node", async () => {
  const { origin } = await startSecondServer()
  const streams = [await listen(ada), await listen(ada, origin)]
  for (const { next } of streams) await next()
  const killed = await app.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ~ 'pg_notify|listen billfold_live' and datname = current_database() and pid <> pg_backend_pid()",
  )
  expect(killed.length).toBeGreaterThan(1)
  for (const { next } of streams) expect(await next()).toMatchObject({ name: 'resync', agoMs: 0 })
  await app.send(ada, 'POST', '/api/customers', { name: 'Afterwards' })
  for (const { next } of streams) expect(await next()).toMatchObject({ name: 'changed', topics: ['customers'] })
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

test('streams of expired sessions and deleted users end with the next check', async () => {
  const { origin } = await startSecondServer()
  const [erna, fay] = [await app.person('erna'), await app.person('fay')]
  const [expired, deleted] = [await listen(erna, origin), await listen(fay, origin)]
  await app.sql("update sessions set expire = now() - interval '1 second' where (sess ->> 'userId')::bigint = $1", [erna.userId])
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
