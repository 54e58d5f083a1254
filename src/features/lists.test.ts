import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerModel } from '#modules/customers/model.ts'
import { expenseModel } from '#modules/expenses/model.ts'
import { itemModel } from '#modules/items/model.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

// Pages, sort orders and filters that the lists of customers, items and expenses share.

let app: TestApp
let ada: Person
const names = [
  'Zoë',
  'zoe',
  'Ágnes',
  'agnes',
  'Room 9',
  'Room 10',
  'İzmir',
  'ΣΑΣ',
  '田中',
  'مؤسسة',
  '',
  '100% sure',
  'a_b',
  'back\\slash',
  "O'Neil",
]
const some = (i: number) => names[i % names.length]!

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  // 150 of each, with many equal and blank values.
  const numbers = Array.from({ length: 150 }, (_, i) => i)
  await app.sql(
    'insert into customers (user_id, name, company, email) select $1, a, nullif(b, $5), c from unnest($2::text[], $3::text[], $4::text[]) as t(a, b, c)',
    [
      ada.userId,
      numbers.map((i) => some(i) || 'Nameless'),
      numbers.map((i) => some(i * 7)),
      numbers.map((i) => (i % 3 ? `m${i % 5}@example.com` : null)),
      '',
    ],
  )
  await app.sql(
    'insert into items (user_id, name, category, unit_price) select $1, a, b, c from unnest($2::text[], $3::text[], $4::numeric[]) as t(a, b, c)',
    [
      ada.userId,
      numbers.map((i) => some(i) || 'Nameless'),
      numbers.map((i) => (i % 4 ? some(i * 3) : null)),
      numbers.map((i) => (i % 9) + 0.5),
    ],
  )
  await app.sql(
    `insert into expenses (user_id, description, category, vendor, amount, expense_date)
     select $1, a, 'Travel', b, c, d from unnest($2::text[], $3::text[], $4::numeric[], $5::date[]) as t(a, b, c, d)`,
    [
      ada.userId,
      numbers.map((i) => some(i) || 'Nameless'),
      numbers.map((i) => (i % 4 ? some(i * 3) : null)),
      numbers.map((i) => (i % 11) + 1),
      numbers.map((i) => `2026-01-${String((i % 28) + 1).padStart(2, '0')}`),
    ],
  )
})
afterAll(() => app.close())

type Row = { id: number; name?: string; email?: string | null; company?: string | null }
const get = async (url: string) => {
  const { body, headers, status } = await app.send(ada, 'GET', url)
  return { body: body as Row[], headers, status }
}
const pages = async (url: string, limit: number) => {
  const ids: number[] = []
  let after: string | undefined
  for (let page = 0; page < 200; page++) {
    const reply = await get(`${url}&limit=${limit}${after ? `&after=${after}` : ''}`)
    expect(reply.status).toBe(200)
    expect(reply.body.length).toBeLessThanOrEqual(limit)
    ids.push(...reply.body.map(({ id }) => id))
    after = reply.headers['x-next-cursor'] as string | undefined
    if (!after) return ids
  }
  throw new Error('the pages never end')
}

const orders = [
  ...customerModel.list.sorts.map((sort) => ['/api/customers', sort]),
  ...itemModel.list.sorts.map((sort) => ['/api/items', sort]),
  ...expenseModel.list.sorts.map((sort) => ['/api/expenses', sort]),
].flatMap(([path, sort]) => [
  [path!, sort!],
  [path!, `-${sort}`],
])

test.each(orders)('%s sorted by %s: pages of any size return every row once', async (path, sort) => {
  const whole = (await get(`${path}?sort=${sort}`)).body.map(({ id }) => id)
  expect(whole).toHaveLength(150)
  for (const limit of [1, 7, 60, 150, 500])
    if (limit > 1 || sort === 'name') expect(await pages(`${path}?sort=${sort}`, limit)).toEqual(whole)
})

test('names sort by letters first, then case and accents, numbers by value, blanks last', async () => {
  const seen = (await get('/api/customers')).body.map(({ name }) => name)
  expect([...new Set(seen)]).toEqual([
    '100% sure',
    'a_b',
    'agnes',
    'Ágnes',
    'back\\slash',
    'İzmir',
    'Nameless',
    "O'Neil",
    'Room 9',
    'Room 10',
    'zoe',
    'Zoë',
    'ΣΑΣ',
    'مؤسسة',
    '田中',
  ])
  const companies = (await get('/api/customers?sort=company')).body.map(({ company }) => company)
  expect(companies.at(-1)).toBeNull()
  expect((await get('/api/customers?sort=-company')).body.at(-1)!.company).toBeNull()
})

test('rows that are added or deleted between two pages neither repeat nor hide others', async () => {
  const first = await get('/api/items?sort=created&limit=50')
  const shown = first.body.map(({ id }) => id)
  await app.sql('delete from items where id = any($1)', [[shown[10], shown[49]]])
  await app.sql("insert into items (user_id, name, unit_price) values ($1, 'Late', 1)", [ada.userId])
  const rest = (await get(`/api/items?sort=created&limit=500&after=${first.headers['x-next-cursor']}`)).body.map(({ id }) => id)
  const whole = (await get('/api/items?sort=created')).body.map(({ id }) => id)
  expect(rest).toEqual(whole.slice(48))
  expect(whole).toHaveLength(149)
})

test('the server matches like the browser: a case-insensitive substring of a named field', async () => {
  const rows = (await get('/api/customers')).body as Row[]
  const inBrowser = (search: string) =>
    rows.filter(({ name, email, company }) =>
      [name, email, company].some((text) => text?.toLowerCase().includes(search.trim().toLowerCase())),
    )
  const parts = fc.oneof(
    fc.constantFrom(...names, '@', 'M1@', 'oo', '%', '_', '\\', 'σας', 'ΣΑΣ', 'i̇zmir', 'e', "'", '\n'),
    fc.string({ maxLength: 3 }).filter((text) => !text.includes('\u0000')),
  )
  await fc.assert(
    fc.asyncProperty(parts, async (search) => {
      const query = new URLSearchParams({ search })
      const found = (await get(`/api/customers?${query}`)).body.map(({ id }) => id)
      expect(found).toEqual(inBrowser(search).map(({ id }) => id))
      expect((await get(`/api/customers/summary?${query}`)).body).toEqual({ count: found.length })
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['limit=0', /limit must be a whole number from 1 to 1000/],
  ['limit=1001', /limit/],
  ['limit=-1', /limit/],
  ['limit=abc', /limit/],
  ['limit=1&limit=2', /^limit must be a whole number from 1 to 1000$/],
  ['sort=password', /sort must be one of name, -name/],
  [`search=${'x'.repeat(201)}`, /search can have at most 200 characters/],
  ['search=%00', /search has a character that can't be searched/],
  ['after=nonsense', /after is not a cursor/],
  [`after=${Buffer.from('["name","x","1; drop table users"]').toString('base64url')}`, /after is not a cursor/],
  [`after=${Buffer.from('["email","x",1]').toString('base64url')}`, /after is not a cursor/],
  [`after=${Buffer.from('["name","x\\u0000",1]').toString('base64url')}`, /after is not a cursor/],
  [`sort=created&after=${Buffer.from('["created","9007199254740992",1]').toString('base64url')}`, /after is not a cursor/],
  ['serch=x', /Unknown field: serch/],
  ['__proto__=1', /./],
])('the query %s is refused with the reason', async (query, message) => {
  const reply = await get(`/api/customers?${query}`)
  expect(reply.status).toBe(400)
  expect(readRefusal(reply).message).toMatch(message)
})

test.each(['2026-99-99', '2026-02-30', '0000-01-01'])('a cursor of the invalid date %s is refused with the reason', async (day) => {
  const cursor = (sort: string) => Buffer.from(JSON.stringify([sort, day, 1])).toString('base64url')
  const customer = (await get('/api/customers?limit=1')).body[0]!
  for (const [path, sort] of [
    ['/api/expenses', '-expenseDate'],
    [`/api/customers/${customer.id}/invoices`, '-date'],
    [`/api/customers/${customer.id}/expenses`, '-date'],
  ] as const) {
    const reply = await get(`${path}?limit=1&after=${cursor(sort)}`)
    expect([path, reply.status, readRefusal(reply).message]).toEqual([path, 400, expect.stringContaining('after is not a cursor')])
  }
})

test('the longest texts of any script have a next page', async () => {
  const long = await app.person('long')
  const make = (description: string) =>
    app.send(long, 'POST', '/api/expenses', {
      description,
      vendor: description.slice(0, 200),
      amount: 1,
      category: 'Travel',
      expenseDate: '2026-01-01',
    })
  const ids: number[] = []
  for (const text of ['漢'.repeat(500), 'x', '"'.repeat(500)]) ids.push((await make(text)).body.id)
  // Control characters, which the API refuses, take the most room in JSON.
  await app.sql('update expenses set description = $2, vendor = left($2, 200) where id = $1', [ids[1], '\u0001'.repeat(500)])
  for (const sort of ['description', '-description', 'vendor']) {
    const seen: number[] = []
    let after = ''
    do {
      const page = await app.send(long, 'GET', `/api/expenses?sort=${sort}&limit=1${after && `&after=${after}`}`)
      expect([sort, page.status]).toEqual([sort, 200])
      seen.push(page.body[0]!.id)
      after = String(page.headers['x-next-cursor'] ?? '')
    } while (after)
    expect(seen.sort((a, b) => a - b)).toEqual(ids)
  }
})

test('no cursor returns another user’s rows', async () => {
  const bob = await app.person('bob')
  const cursor = (await get('/api/customers?limit=1')).headers['x-next-cursor']
  expect(await app.call(bob, 'GET', `/api/customers?limit=500&after=${cursor}`)).toEqual([])
  expect(await app.call(bob, 'GET', '/api/items/categories')).toEqual([])
})

test('the categories in use are listed once each, the most used first', async () => {
  const eve = await app.person('eve')
  for (const category of ['Design', 'Web', 'Web', '']) await app.send(eve, 'POST', '/api/items', { name: 'A', unitPrice: 1, category })
  expect(await app.call(eve, 'GET', '/api/items/categories')).toEqual(['Web', 'Design'])
})
