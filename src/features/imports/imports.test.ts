import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowSchemas } from '#modules/imports/rows.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { day } from '#shared/dates.ts'
import { checkRows } from './check-rows.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
let count = 0
// Each test has users of its own, so that none sees another's records.
beforeEach(async () => {
  count++
  ada = await app.person(`ada${count}`)
  bob = await app.person(`bob${count}`)
})

const rowsOf = (...values: Record<string, string>[]) => values.map((value, i) => ({ line: i + 2, values: value }))
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ line: i + 2, values: { name: `Customer ${i}`, email: `c${i}@example.com` } }))
const list = async (who: Person, kind: string) => await app.call(who, 'GET', `/api/${kind}`)
const good = {
  customers: { name: 'Acme', email: 'a@acme.example', city: '' },
  items: { name: 'Hour', unitPrice: '80.50' },
  expenses: { description: 'Paper', amount: '12.30', category: 'Office Supplies', expenseDate: '2026-01-05' },
}
const kinds = ['customers', 'items', 'expenses'] as const

test('rows are stored in the order of the file with every field', async () => {
  const full = {
    name: 'Acme',
    company: 'Acme Ltd',
    email: 'a@acme.example',
    phone: '+1 555 0100',
    address: '1 Main St',
    city: 'Arlington',
    state: 'VA',
    zipCode: '22201',
    country: 'USA',
  }
  const reply = await app.send(ada, 'POST', '/api/customers/import', {
    rows: rowsOf(full, { name: '  Zoë ', email: '' }, { name: 'Acme 2' }),
  })
  expect([reply.status, reply.body]).toEqual([200, { created: 3, skipped: 0 }])
  const [acme, zoe, third] = (await app.sql<{ id: number; name: string }>(
    'select *, id::int from customers where user_id = $1 order by customers.id',
    [ada.userId],
  ))!
  expect(acme).toMatchObject({ name: 'Acme', company: 'Acme Ltd', phone: '+1 555 0100', zip_code: '22201', country: 'USA', version: 1 })
  expect(zoe).toMatchObject({ name: 'Zoë', email: null, city: null })
  expect(third!.name).toBe('Acme 2')

  const item = { name: 'Hour', unitPrice: '80.5', category: 'Work', description: 'One\nhour' }
  expect(await app.call(ada, 'POST', '/api/items/import', { rows: rowsOf(item) })).toEqual({ created: 1, skipped: 0 })
  expect(await list(ada, 'items')).toMatchObject([{ ...item, unitPrice: '80.50' }])

  const expense = { ...good.expenses, vendor: 'Shop', receiptUrl: 'https://example.com/r.pdf', customer: 'aCME' }
  expect(await app.call(ada, 'POST', '/api/expenses/import', { rows: rowsOf(expense) })).toEqual({ created: 1, skipped: 0 })
  expect(await list(ada, 'expenses')).toMatchObject([
    { description: 'Paper', amount: '12.30', expenseDate: '2026-01-05', vendor: 'Shop', customerId: acme!.id, customerName: 'Acme' },
  ])
  for (const kind of kinds) expect(await list(bob, kind)).toEqual([])
})

test.each(kinds)('a visitor and a foreign origin import no %s', async (kind) => {
  const body = { rows: rowsOf(good[kind]) }
  expect((await app.send(null, 'POST', `/api/${kind}/import`, body)).status).toBe(401)
  expect((await app.send(ada, 'POST', `/api/${kind}/import`, body, { origin: 'https://evil.example' })).status).toBe(403)
  expect(await list(ada, kind)).toEqual([])
})

test.each([
  [{}, 'rows must be a list of 1 to 10000 rows'],
  [{ rows: [] }, 'There are no rows to import'],
  [{ rows: 'x' }, 'rows must be a list of 1 to 10000 rows'],
  [{ rows: many(10_001) }, 'One import can have at most 10,000 rows'],
  [{ rows: [{ line: 0, values: {} }] }, 'line must be a whole number (row 1)'],
  [{ rows: [{ line: 2, values: { name: 7 } }] }, 'must be text'],
  [{ rows: rowsOf(good.customers), skipExisting: 'yes' }, 'skipExisting must be true or false'],
  [{ rows: rowsOf(good.customers), userId: 1 }, 'Unknown field: userId'],
])('an invalid request is refused: %#', async (body, message) => {
  const reply = await app.send(ada, 'POST', '/api/customers/import', body)
  expect([reply.status, readRefusal(reply).message]).toEqual([400, expect.stringContaining(message)])
  expect(await list(ada, 'customers')).toEqual([])
})

test('every invalid row is reported by line and column, and nothing is stored', async () => {
  const reply = await app.send(ada, 'POST', '/api/customers/import', {
    rows: [
      { line: 2, values: { name: 'Good' } },
      { line: 5, values: { name: '', email: 'no' } },
      { line: 9, values: { name: 'x'.repeat(10_000), zipCode: 'A\u0000B' } },
      { line: 10, values: { name: 'A', userId: '1' } },
    ],
  })
  expect(reply.status).toBe(400)
  expect(reply.body).toEqual({
    message: '3 rows can’t be imported. Nothing was stored.',
    total: 5,
    issues: [
      { path: 'rows.1.name', line: 5, column: 'Name', message: 'Name is required' },
      { path: 'rows.1.email', line: 5, column: 'Email', message: 'Enter a valid email, like name@example.com' },
      { path: 'rows.2.name', line: 9, column: 'Name', message: 'Name can have at most 200 characters' },
      { path: 'rows.2.zipCode', line: 9, column: 'ZIP code', message: "ZIP code has a character that can't be stored" },
      { path: 'rows.3.userId', line: 10, column: 'userId', message: 'Unknown field: userId' },
    ],
  })
  expect(await list(ada, 'customers')).toEqual([])

  const money = await app.send(ada, 'POST', '/api/items/import', { rows: rowsOf({ name: 'A', unitPrice: '-1' }, { name: 'B' }) })
  expect(readRefusal(money).issues).toMatchObject([
    { line: 2, message: 'Unit price must be at least 0.00' },
    { line: 3, message: 'Unit price is required' },
  ])
  const expense = await app.send(ada, 'POST', '/api/expenses/import', {
    rows: rowsOf({ ...good.expenses, expenseDate: '2026-02-30', category: 'Snacks' }, { ...good.expenses, customerId: '1' }),
  })
  expect(readRefusal(expense).issues.map((issue) => issue.path)).toEqual(['rows.0.category', 'rows.0.expenseDate', 'rows.1.customerId'])
})

test('10,000 rows are imported at once; one invalid row refuses them all', async () => {
  const rows = many(10_000)
  rows[9_998]!.values.email = 'not-an-address'
  const refused = await app.send(ada, 'POST', '/api/customers/import', { rows })
  expect([refused.status, readRefusal(refused).message]).toEqual([400, '1 row can’t be imported. Nothing was stored.'])
  expect(readRefusal(refused).issues).toEqual([
    { path: 'rows.9998.email', line: 10_000, column: 'Email', message: 'Enter a valid email, like name@example.com' },
  ])
  expect(await app.call(ada, 'GET', '/api/customers/summary')).toEqual({ count: 0 })

  rows[9_998]!.values.email = ''
  const done = await app.send(ada, 'POST', '/api/customers/import', { rows })
  expect([done.status, done.body]).toEqual([200, { created: 10_000, skipped: 0 }])
  expect(await app.call(ada, 'GET', '/api/customers/summary')).toEqual({ count: 10_000 })

  const again = await app.send(ada, 'POST', '/api/customers/import', { rows })
  expect(again.body).toEqual({ created: 0, skipped: 10_000 })
})

test('at most 200 issues are listed, and all are counted', async () => {
  const rows = many(1000).map((row) => ({ ...row, values: { ...row.values, email: 'no' } }))
  const { message, issues, total } = readRefusal(await app.send(ada, 'POST', '/api/customers/import', { rows }))
  expect([message, issues.length, total]).toEqual(['1,000 rows can’t be imported. Nothing was stored.', 200, 1000])
})

test('existing records are skipped and counted, unless duplicates are requested', async () => {
  const customers = rowsOf({ name: 'Ünal', email: 'U@x.example' }, { name: 'New' }, { name: 'New' })
  await app.send(ada, 'POST', '/api/customers', { name: 'ÜNAL', email: 'u@X.example' })
  expect(await app.call(ada, 'POST', '/api/customers/import', { rows: customers })).toEqual({ created: 2, skipped: 1 })
  expect(await app.call(ada, 'POST', '/api/customers/import', { rows: customers, skipExisting: false })).toEqual({
    created: 3,
    skipped: 0,
  })
  expect(await app.call(ada, 'POST', '/api/customers/import', { rows: rowsOf({ name: 'Ünal' }) })).toEqual({
    created: 1,
    skipped: 0,
  })

  // Equal rows within the file are all stored, however far apart.
  const equalRows = Array.from({ length: 2500 }, (_, i) => ({ line: i + 2, values: { name: 'Alike' } }))
  expect(await app.call(ada, 'POST', '/api/customers/import', { rows: equalRows })).toEqual({ created: 2500, skipped: 0 })

  const items = rowsOf({ name: 'HOUR', unitPrice: '80.5' }, { name: 'Hour', unitPrice: '81' })
  await app.send(ada, 'POST', '/api/items', good.items)
  expect(await app.call(ada, 'POST', '/api/items/import', { rows: items })).toEqual({ created: 1, skipped: 1 })

  const expenses = rowsOf(good.expenses, { ...good.expenses, vendor: 'Shop' }, { ...good.expenses, amount: '12.31' })
  await app.send(ada, 'POST', '/api/expenses', good.expenses)
  expect(await app.call(ada, 'POST', '/api/expenses/import', { rows: expenses })).toEqual({ created: 2, skipped: 1 })
  // Another user's records are no duplicates.
  expect(await app.call(bob, 'POST', '/api/customers/import', { rows: customers })).toEqual({ created: 3, skipped: 0 })
})

test('an Idempotency-Key imports once, also when it is used concurrently; another file under that key is refused', async () => {
  const send = (rows: object[], key?: string) =>
    app.send(ada, 'POST', '/api/items/import', { rows, skipExisting: false }, key ? { 'idempotency-key': key } : {})
  const replies = await Promise.all([1, 2, 3].map(() => send(rowsOf(good.items, good.items), 'import-1')))
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { created: 2, skipped: 0 }]))
  expect(await list(ada, 'items')).toHaveLength(2)
  expect((await send(rowsOf({ name: 'Other', unitPrice: '1' }), 'import-1')).status).toBe(422)
  expect((await send(rowsOf({ name: '', unitPrice: '1' }), 'import-2')).status).toBe(400)
  expect((await send(rowsOf({ name: 'Mended', unitPrice: '1' }), 'import-2')).status).toBe(200)
})

test('two concurrent imports of one file store it once', async () => {
  const rows = many(500)
  const replies = await Promise.all([1, 2].map(() => app.send(ada, 'POST', '/api/customers/import', { rows })))
  expect(replies.map(({ body }) => body.created).sort()).toEqual([0, 500])
  expect(await app.call(ada, 'GET', '/api/customers/summary')).toEqual({ count: 500 })
})

test('an expense finds its customer by name, then by company; missing, ambiguous and other users’ customers are reported', async () => {
  const make = async (who: Person, body: object) => (await app.call(who, 'POST', '/api/customers', body)).id
  const byName = await make(ada, { name: 'Acme' })
  await make(ada, { name: 'Grace', company: 'ACME' })
  const byCompany = await make(ada, { name: 'Zoe', company: 'Zed' })
  await make(ada, { name: 'Twin' })
  await make(ada, { name: 'TWIN' })
  await make(bob, { name: 'Bobs' })
  const send = (names: string[], more: object = {}) =>
    app.send(ada, 'POST', '/api/expenses/import', { rows: rowsOf(...names.map((customer) => ({ ...good.expenses, customer }))), ...more })

  expect((await send(['acme', 'zed', ''])).status).toBe(200)
  const stored = await app.sql<{ customer_id: number }>('select customer_id::int from expenses where user_id = $1 order by id', [
    ada.userId,
  ])
  expect(stored.map((row) => row.customer_id)).toEqual([byName, byCompany, null])

  const refused = await send(['acme', 'Bobs', 'twin'], { skipExisting: false })
  expect([refused.status, readRefusal(refused).message]).toEqual([400, '2 rows can’t be imported. Nothing was stored.'])
  expect(readRefusal(refused).issues).toEqual([
    {
      path: 'rows.1.customer',
      line: 3,
      column: 'Customer',
      message: 'There is no customer called "Bobs". Add it first, or import these expenses without a customer',
    },
    {
      path: 'rows.2.customer',
      line: 4,
      column: 'Customer',
      message: '2 customers are called "twin". Give the one you mean a name of its own first',
    },
  ])
  expect(await list(ada, 'expenses')).toHaveLength(3)
  expect((await send(['Bobs'], { unknownCustomers: 'empty', skipExisting: false })).body).toEqual({ created: 1, skipped: 0 })
  expect((await send(['twin'], { unknownCustomers: 'empty' })).status).toBe(400)
})

test('of a deletion of a customer and an import of their expenses at the same time, one is refused', async () => {
  const make = async (name: string) => (await app.call(ada, 'POST', '/api/customers', { name })).id as number
  const rows = (name: string) =>
    Array.from({ length: 2500 }, (_, i) => ({ line: i + 2, values: { ...good.expenses, description: `${i}`, customer: name } }))
  // A concurrent deletion that the import meets when it looks for the customer.
  const going = await make('Going')
  const deletion = app.database.asUser(ada.userId, async (db) => {
    await db.rows('delete from customers where id = $1', [going])
    const imported = app.send(ada, 'POST', '/api/expenses/import', { rows: rows('Going') })
    await expect
      .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
        timeout: 15_000,
      })
      .toHaveLength(1)
    return { imported }
  })
  const refused = await (await deletion).imported
  expect([refused.status, readRefusal(refused).message, readRefusal(refused).total]).toEqual([
    400,
    '2,500 rows can’t be imported. Nothing was stored.',
    2500,
  ])
  expect(readRefusal(refused).issues[0]).toMatchObject({
    line: 2,
    column: 'Customer',
    message: expect.stringContaining('no customer called "Going"'),
  })

  // A concurrent import that an earlier import blocks after it found the customer.
  const staying = await make('Staying')
  const held = app.database.asUser(ada.userId, async (db) => {
    await db.rows('select pg_advisory_xact_lock(7104211, hashint8($1))', [ada.userId])
    const imported = app.send(ada, 'POST', '/api/expenses/import', { rows: rows('Staying') })
    const waiting = (n: number) =>
      expect
        .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
          timeout: 15_000,
        })
        .toHaveLength(n)
    await waiting(1)
    const removed = app.send(ada, 'DELETE', `/api/customers/${staying}`)
    await Promise.race([removed, waiting(2)])
    return { imported, removed }
  })
  const { imported, removed } = await held
  expect([(await imported).status, (await imported).body]).toEqual([200, { created: 2500, skipped: 0 }])
  expect([(await removed).status, readRefusal(await removed).message]).toEqual([409, expect.stringContaining('2500 expenses')])
})

test('many imports at once leave database connections for other requests', async () => {
  const busy = await app.database.asUser(ada.userId, async (db) => {
    // Blocks all imports of the user at the lock that runs them one by one.
    await db.rows('select pg_advisory_xact_lock(7104211, hashint8($1))', [ada.userId])
    const imports = Array.from({ length: 12 }, () => app.send(ada, 'POST', '/api/customers/import', { rows: many(3) }))
    await expect
      .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
        timeout: 15_000,
      })
      .not.toEqual([])
    expect((await app.send(bob, 'GET', '/api/customers')).status).toBe(200)
    return { imports }
  })
  expect((await Promise.all(busy.imports)).map(({ status }) => status)).toEqual(Array(12).fill(200))
})

test('an imported record can be found, changed and deleted like any other', async () => {
  await app.send(ada, 'POST', '/api/customers/import', { rows: rowsOf({ name: 'Imported Ltd' }) })
  const row = (await app.call(ada, 'GET', '/api/customers?search=imported'))[0]!
  expect(await app.call(ada, 'PUT', `/api/customers/${row.id}`, { name: 'Changed', version: 1 })).toMatchObject({ version: 2 })
  expect((await app.send(ada, 'DELETE', `/api/customers/${row.id}`)).status).toBe(204)
})
test('other requests are answered while 10,000 rows are checked', async () => {
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await checkRows('customers', rowSchemas.customers, many(10_000), day('2026-01-31'))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(30)
})
