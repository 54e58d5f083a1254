import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { uploadLogo } from '#server/testing/upload.ts'

let app: TestApp
let ada: Person
let bob: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  bob = await app.person('bob')
})
afterAll(() => app.close())

const newPerson = () => app.person(`ada${++count}`)
const document = { description: 'Paper', amount: '12.3', category: 'Office Supplies', expenseDate: '2026-01-05' }
const create = (over: object = {}, headers = {}) => app.send(ada, 'POST', '/api/expenses', { ...document, ...over }, headers)

test('only its owner creates, lists, changes and deletes an expense', async () => {
  ada = await newPerson()
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  const made = await create({ customerId: String(customer.id), vendor: ' Paper House ', receiptUrl: 'https://example.com/r.pdf' })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: made.body.id,
    version: 1,
    description: 'Paper',
    amount: '12.30',
    category: 'Office Supplies',
    expenseDate: '2026-01-05',
    vendor: 'Paper House',
    customerId: customer.id,
    customerName: 'Acme',
    receiptUrl: 'https://example.com/r.pdf',
    receiptFileId: null,
    receiptFile: null,
  })
  const url = `/api/expenses/${made.body.id}`
  expect(await app.call(ada, 'GET', '/api/expenses')).toEqual([made.body])
  expect(await app.call(bob, 'GET', '/api/expenses')).toEqual([])
  expect((await app.send(bob, 'PUT', url, document)).status).toBe(404)
  expect((await app.send(bob, 'DELETE', url)).status).toBe(404)
  expect((await app.send(null, 'GET', '/api/expenses')).status).toBe(401)
  expect((await app.send(null, 'POST', '/api/expenses', document)).status).toBe(401)

  // A field that is left out stays; '' removes the receipt.
  const changed = await app.send(ada, 'PUT', url, { ...document, amount: 99999999.99, vendor: '', version: 1 })
  expect(changed.body).toMatchObject({ amount: '99999999.99', vendor: null, customerName: 'Acme', version: 2 })
  expect(await app.call(ada, 'PUT', url, { ...document, customerId: '', receiptUrl: '' })).toMatchObject({
    customerId: null,
    customerName: null,
    receiptUrl: null,
  })
  const stale = await app.send(ada, 'PUT', url, { ...document, description: 'Older', version: 1 })
  expect(stale).toMatchObject({ status: 409, body: { current: { description: 'Paper', version: 3 } } })
  expect((await app.send(ada, 'DELETE', url)).status).toBe(204)
  expect(await app.call(ada, 'GET', '/api/expenses')).toEqual([])
})

test.each([
  [{ description: '' }, 'description', 'Description is required'],
  [{ description: 'x'.repeat(501) }, 'description', 'Description can have at most 500 characters'],
  [{ amount: '' }, 'amount', 'Amount is required'],
  [{ amount: 'ten' }, 'amount', 'Amount must be a number, like 12.50'],
  [{ amount: '1.005' }, 'amount', 'Amount can have at most 2 decimals'],
  [{ amount: '0.00' }, 'amount', 'Amount must not be 0. Enter what you spent, or a negative amount for a refund from the supplier'],
  [{ amount: '-100000000' }, 'amount', 'Amount must be at least -99,999,999.99'],
  [{ amount: '100000000' }, 'amount', 'Amount must be at most 99,999,999.99'],
  [{ category: '' }, 'category', 'Category is required'],
  [{ category: 'Gold' }, 'category', 'Category must be one of the list'],
  [{ expenseDate: '' }, 'expenseDate', 'Expense date is required'],
  [{ expenseDate: '2026-02-30' }, 'expenseDate', 'Expense date must be a day that exists, like 2026-01-31'],
  [{ customerId: 'abc' }, 'customerId', 'Choose a customer of the list, or none'],
  [{ receiptUrl: 'javascript:alert(1)' }, 'receiptUrl', 'Receipt URL must be a web address that begins with http:// or https://'],
  [{ receiptUrl: 'data:text/html,x' }, 'receiptUrl', 'Receipt URL must be a web address that begins with http:// or https://'],
  [{ receiptUrl: 'https://a b' }, 'receiptUrl', 'Receipt URL must be a web address that begins with http:// or https://'],
  [
    { receiptUrl: 'https://bank.example@evil.example/' },
    'receiptUrl',
    'Receipt URL must be a web address that begins with http:// or https://',
  ],
  [{ userId: 1 }, 'userId', 'Unknown field: userId'],
])('the input %j is refused, names the field and stores nothing', async (over, path, message) => {
  ada = await newPerson()
  const reply = await create(over)
  expect(reply.status).toBe(400)
  expect(readRefusal(reply).issues).toContainEqual({ path, message })
  expect(await app.call(ada, 'GET', '/api/expenses')).toEqual([])
})

test('another user’s and a missing customer or receipt are refused alike', async () => {
  ada = await newPerson()
  const theirs = await app.call(bob, 'POST', '/api/customers', { name: 'Not hers' })
  const stranger = await create({ customerId: theirs.id })
  const missing = await create({ customerId: 999_999 })
  expect([stranger.status, stranger.body]).toEqual([404, missing.body])
  expect(readRefusal(stranger).issues).toEqual([
    { path: 'customerId', message: 'This customer does not exist any more. Choose another one.' },
  ])
  const noReceipt = await create({ receiptFileId: 999_999 })
  expect(noReceipt.status).toBe(404)
  // A logo of the same user is no receipt: as one it would never be shown or deleted.
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  await uploadLogo(app, ada, picture)
  const [logo] = await app.sql<{ id: number }>("select id from files where user_id = $1 and purpose = 'logo'", [ada.userId])
  expect((await create({ receiptFileId: logo!.id })).body).toEqual(noReceipt.body)
  const made = (await create()).body
  const changed = await app.send(ada, 'PUT', `/api/expenses/${made.id}`, { ...document, receiptFileId: logo!.id })
  expect([changed.status, changed.body]).toEqual([404, noReceipt.body])
  await app.send(ada, 'DELETE', `/api/expenses/${made.id}`)
  expect(await app.call(ada, 'GET', '/api/expenses')).toEqual([])
})

test('a refund from a supplier counts with its sign in the list, the reports, the profit and the books', async () => {
  const eve = await newPerson()
  const make = (fields: object) => app.call(eve, 'POST', '/api/expenses', { ...document, ...fields })
  await make({ amount: '100.00' })
  const back = await make({ amount: '-30.00', description: 'Chair sent back' })
  expect(back.amount).toBe('-30.00')
  await make({ amount: '-5.50', category: 'Travel' })
  const read = async (type: string) => app.call(eve, 'GET', `/api/reports?type=${type}&from=2026-01-01&to=2026-01-31` as '/api/reports')
  const rowsOf = async (type: string) =>
    (await read(type)).table.rows.map(({ cells }) => cells.map(({ text, amount }) => text ?? amount ?? ''))
  expect((await rowsOf('expenses')).map((cells) => cells.slice(0, 3))).toEqual([
    ['Office Supplies', '70.00', '108.5%'],
    ['Travel', '-5.50', '-8.5%'],
    ['Total', '64.50', '100.0%'],
  ])
  expect((await read('profit-loss')).headline.map(({ label, amount }) => [label, amount])).toEqual(
    expect.arrayContaining([['Net profit', '-64.50']]),
  )
  expect(await app.call(eve, 'GET', '/api/expenses/summary')).toEqual({ count: 3, total: '64.50' })
  expect((await app.call(eve, 'GET', '/api/expenses?sort=amount')).map(({ amount }: { amount: string }) => amount)).toEqual([
    '-30.00',
    '-5.50',
    '100.00',
  ])
  const { accounts } = await app.call(eve, 'GET', '/api/books/balances?day=2026-01-31')
  expect(accounts).toEqual([
    { number: 1000, debit: null, credit: '64.50' },
    { number: expect.any(Number), debit: '70.00', credit: null },
    { number: expect.any(Number), debit: null, credit: '5.50' },
  ])
  expect((await app.call(eve, 'GET', '/api/books/health')).findings).toEqual([])
})

test('the list is filtered by text, category, days and customer, and its sum covers what is listed', async () => {
  ada = await newPerson()
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  await create({ description: 'Train 100% Green', category: 'Travel', amount: '20.10', expenseDate: '2026-01-31', vendor: 'Railways' })
  await create({ description: 'Hotel', category: 'Travel', amount: '99.90', expenseDate: '2026-02-01', customerId: customer.id })
  await create({ amount: '0.01', expenseDate: '2026-02-28' })
  const ask = async (query: string) => {
    const rows = (await app.call(ada, 'GET', `/api/expenses?${query}`)) as { description: string }[]
    const { count: n, total } = await app.call(ada, 'GET', `/api/expenses/summary?${query}`)
    expect(n).toBe(rows.length)
    return [rows.map(({ description }) => description), total]
  }
  expect(await ask('')).toEqual([['Paper', 'Hotel', 'Train 100% Green'], '120.01'])
  expect(await ask('category=Travel')).toEqual([['Hotel', 'Train 100% Green'], '120.00'])
  expect(await ask('from=2026-01-31&to=2026-02-01')).toEqual([['Hotel', 'Train 100% Green'], '120.00'])
  expect(await ask('search=RAIL')).toEqual([['Train 100% Green'], '20.10'])
  expect(await ask('search=0%25')).toEqual([['Train 100% Green'], '20.10'])
  expect(await ask('search=_')).toEqual([[], '0.00'])
  expect(await ask('search=supplies')).toEqual([['Paper'], '0.01'])
  expect(await ask(`customerId=${customer.id}`)).toEqual([['Hotel'], '99.90'])
  expect(await app.call(bob, 'GET', '/api/expenses/summary')).toEqual({ count: 0, total: '0.00' })
  for (const bad of [
    'category=Gold',
    'from=2026-02-30',
    'to=x',
    'customerId=0',
    'nonsense=1',
    'limit=0',
    'limit=1001',
    'sort=secret',
    'after=x',
  ])
    expect([bad, (await app.send(ada, 'GET', `/api/expenses?${bad}`)).status]).toEqual([bad, 400])
})

test('only its owner restores a deleted expense, once and unchanged', async () => {
  ada = await newPerson()
  const made = (await create({ vendor: 'Paper House' })).body
  const url = `/api/expenses/${made.id}`
  await app.send(ada, 'DELETE', url)
  expect((await app.send(bob, 'POST', `${url}/restore`)).status).toBe(404)
  expect((await app.send(null, 'POST', `${url}/restore`)).status).toBe(401)
  const back = await Promise.all([1, 2].map(() => app.send(ada, 'POST', `${url}/restore`)))
  expect(back.map(({ status, body }) => [status, body])).toEqual([
    [200, made],
    [200, made],
  ])
  expect(await app.call(ada, 'GET', '/api/expenses')).toEqual([made])
})

test('an expense whose customer was deleted since is refused with the reason when it is restored', async () => {
  ada = await newPerson()
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  const made = (await create({ customerId: customer.id })).body
  expect(readRefusal(await app.send(ada, 'DELETE', `/api/customers/${customer.id}`)).message).toContain('1 expense')
  await app.send(ada, 'DELETE', `/api/expenses/${made.id}`)
  expect((await app.send(ada, 'DELETE', `/api/customers/${customer.id}`)).status).toBe(204)
  const refused = await app.send(ada, 'POST', `/api/expenses/${made.id}/restore`)
  expect([refused.status, readRefusal(refused).message]).toEqual([
    409,
    'This expense can’t be brought back: its customer was deleted since. Bring the customer back first, or add the expense anew.',
  ])
  await app.send(ada, 'POST', `/api/customers/${customer.id}/restore`)
  expect(await app.call(ada, 'POST', `/api/expenses/${made.id}/restore`)).toEqual(made)
})

test('of two concurrent changes, the dropped receipts of both are deleted', async () => {
  ada = await newPerson()
  const files = await app.sql<{ id: number }>(
    `insert into files (user_id, purpose, object_key, file_name, content_type, size)
     select $1, 'receipt', 'files/1/' || n, 'a.pdf', 'application/pdf', 1 from generate_series(1, 3) n returning id::int`,
    [ada.userId],
  )
  const [first, second, third] = files.map(({ id }) => id)
  const { id } = (await create({ receiptFileId: first })).body
  const url = `/api/expenses/${id}`
  // Holds the row, so that both changes have begun when the first one gets it.
  const changes = await app.database.asUser(ada.userId, async (db) => {
    await db.rows('select 1 from expenses where id = $1 for update', [id])
    const waiting = (n: number) =>
      expect
        .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
          timeout: 15_000,
        })
        .toHaveLength(n)
    const change = app.send(ada, 'PUT', url, { ...document, receiptFileId: second })
    await waiting(1)
    const last = app.send(ada, 'PUT', url, { ...document, receiptFileId: third })
    await waiting(2)
    return { change, last }
  })
  expect([(await changes.change).status, (await changes.last).status]).toEqual([200, 200])
  const swept = await app.sql<{ file: number }>(
    "select (payload ->> 'fileId')::int as file from graphile_worker._private_jobs where payload ->> 'fileId' is not null and payload ->> 'userId' = $1",
    [String(ada.userId)],
  )
  expect(swept.map(({ file }) => file).sort((a, b) => a - b)).toEqual([first, second])
})

test('an Idempotency-Key creates one expense, also when it is used concurrently', async () => {
  ada = await newPerson()
  const replies = await Promise.all([1, 2, 3].map(() => create({}, { 'idempotency-key': 'double-click' })))
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
  expect(await app.call(ada, 'GET', '/api/expenses')).toHaveLength(1)
  expect((await create({ amount: 1 }, { 'idempotency-key': 'double-click' })).status).toBe(422)
})

test('the export contains the listed rows and no spreadsheet formulas', async () => {
  ada = await newPerson()
  await create({ description: '=HYPERLINK("http://evil.example")', vendor: '@SUM(A1)', expenseDate: '2026-03-01' })
  await create({ description: 'Two lines, "quoted"' })
  const reply = await app.send(ada, 'GET', '/api/expenses/export?category=Office%20Supplies')
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="expenses-\d{4}-\d\d-\d\d\.csv"/)
  expect(reply.bytes.toString()).toBe(
    [
      '\ufeffDescription,Category,Amount,Date,Vendor,Customer,Receipt URL',
      `"'=HYPERLINK(""http://evil.example"")",Office Supplies,12.30,2026-03-01,'@SUM(A1),,`,
      '"Two lines, ""quoted""",Office Supplies,12.30,2026-01-05,,,',
    ].join('\r\n') + (reply.bytes.toString().endsWith('\r\n') ? '\r\n' : ''),
  )
  expect((await app.send(null, 'GET', '/api/expenses/export')).status).toBe(401)
})
