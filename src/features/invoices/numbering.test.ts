import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  ada = await app.person(`ada${++count}`)
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body.id
})

const fields = {
  invoiceNumber: 'typed',
  issueDate: '2026-01-05',
  dueDate: '2026-02-04',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: 1 }],
}
/** An invoice of that day. */
const dated = (issueDate: string) => ({ issueDate, dueDate: issueDate })
const create = (over: object, headers: Record<string, string> = {}) =>
  app.send(ada, 'POST', '/api/invoices', { ...fields, customerId, ...over }, headers)
const typed = async (...numbers: string[]) => {
  for (const invoiceNumber of numbers) expect((await create({ invoiceNumber })).status).toBe(201)
}
const draw = async (over: object = {}) => (await create({ drawNumber: true, status: 'sent', ...over })).body.invoiceNumber as string
const next = async (date?: string, headers: Record<string, string> = {}) =>
  (await app.send(ada, 'GET', `/api/invoices/next-number${date ? `?date=${date}` : ''}`, undefined, headers)).body.invoiceNumber as string
const usual = { prefix: 'INV-', date: 'YYYY', padding: 4, restart: 'year', nextCounter: 1 }
const save = (over: object = {}, who: Person | null = ada) => app.send(who, 'PUT', '/api/invoice-numbering', { ...usual, ...over })

test('start with INV-, the year and 0001, as the pattern shows; each user has their own', async () => {
  expect(await next()).toBe('INV-2026-0001')
  expect((await app.send(ada, 'GET', '/api/invoice-numbering')).body).toEqual({
    ...usual,
    nextCounter: 1,
    nextNumber: 'INV-2026-0001',
  })
  await typed('INV-2026-0007')
  expect(await next()).toBe('INV-2026-0008')
  const bob = await app.person(`bob${count}`)
  expect((await app.send(bob, 'GET', '/api/invoices/next-number')).body.invoiceNumber).toBe('INV-2026-0001')
  expect((await save({}, null)).status).toBe(401)
  expect((await app.send(null, 'GET', '/api/invoice-numbering')).status).toBe(401)
  await save({ prefix: 'MINE-' })
  expect((await app.send(bob, 'GET', '/api/invoice-numbering')).body.prefix).toBe('INV-')
})

test.each([
  ['a number of another pattern', ['RE-2026-0900', 'INV-2025-0900', 'INV-20260900', 'inv2026-0900'], 'INV-2026-0001'],
  ['more than a counter after the year', ['INV-2026-0004-b', 'INV-2026-', 'INV-2026- 5', 'INV-2026-1.5'], 'INV-2026-0001'],
  ['a counter of nine digits', ['INV-2026-123456789'], 'INV-2026-0001'],
  ['other letters', ['inv-2026-0002', 'Inv-2026-0003'], 'INV-2026-0004'],
  ['other zeros', ['INV-2026-2', 'INV-2026-00000003'], 'INV-2026-0004'],
  ['a higher one out of turn', ['INV-2026-9999', 'INV-2026-0001'], 'INV-2026-10000'],
  ['signs that mean something to a search', ['INV-2026-%', 'INV_2026_0005', 'INV.2026.0005'], 'INV-2026-0001'],
])('typed by hand with %s: the next number is still correct and free', async (_what, numbers, expected) => {
  await typed(...numbers)
  expect(await next()).toBe(expected)
  expect(await draw()).toBe(expected)
})

test('are drawn at creation whatever was typed, without duplicates or gaps under thirty concurrent requests', async () => {
  await typed('INV-2026-0005')
  const numbers = await Promise.all(Array.from({ length: 30 }, () => draw()))
  expect(numbers.sort()).toEqual(Array.from({ length: 30 }, (_, i) => `INV-2026-${String(i + 6).padStart(4, '0')}`))
})

test('of a failed creation are not lost', async () => {
  const failed = await create({ drawNumber: true, customerId: 999_999 })
  expect(failed.status).toBe(404)
  expect(await draw()).toBe('INV-2026-0001')
})

test('that an edit takes are not drawn concurrently: the edit waits for the draw', async () => {
  const { id } = (await create({})).body
  const waiting = async () =>
    (
      await app.sql<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    )[0]!.n
  const taken = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const drawing = app.database.asUser(ada.userId, async (db) => {
    await db.rows('select 1 from users where id = $1 for no key update', [ada.userId])
    taken.resolve()
    await held.promise
  })
  // Started only now: an edit that comes first doesn't have to wait.
  await taken.promise
  const edit = app.send(ada, 'PUT', `/api/invoices/${id}`, { ...fields, customerId, invoiceNumber: 'INV-2026-0001' })
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1).finally(held.resolve)
  await drawing
  expect((await edit).body.invoiceNumber).toBe('INV-2026-0001')
  expect(await draw()).toBe('INV-2026-0002')
})

test('of deleted invoices stay taken', async () => {
  const { id } = (await create({ drawNumber: true, status: 'sent' })).body
  expect((await app.send(ada, 'DELETE', `/api/invoices/${id}`)).status).toBe(204)
  expect(await draw()).toBe('INV-2026-0002')
})

test('have the year of the document, whenever it is written; each year counts on its own', async () => {
  expect([await draw(), await draw(dated('2025-12-30')), await draw(), await draw(dated('2025-12-31'))]).toEqual([
    ...['INV-2026-0001', 'INV-2025-0001', 'INV-2026-0002', 'INV-2025-0002'],
  ])
  expect([await next(), await next('2025-12-30'), await next('2027-01-01')]).toEqual(['INV-2026-0003', 'INV-2025-0003', 'INV-2027-0001'])
  expect((await app.send(ada, 'GET', '/api/invoices/next-number?date=30.12.2025')).status).toBe(400)
})

test('without a date are those of today in the user’s time zone, not the server’s', async () => {
  app.setNow(new Date('2026-12-31T23:30:00Z'))
  expect(await next(undefined, { 'x-time-zone': 'Pacific/Auckland' })).toBe('INV-2027-0001')
  expect(await next(undefined, { 'x-time-zone': 'Pacific/Honolulu' })).toBe('INV-2026-0001')
})

test('continue over New Year where the pattern says so, with and without the year in them', async () => {
  expect((await save({ restart: 'never', nextCounter: 41 })).body.nextNumber).toBe('INV-2026-0041')
  expect(await draw()).toBe('INV-2026-0041')
  expect([await draw(dated('2027-01-01')), await draw(), await draw(dated('2025-12-31'))]).toEqual([
    ...['INV-2027-0042', 'INV-2026-0043', 'INV-2025-0044'],
  ])
  await save({ prefix: 'R', date: 'none', nextCounter: 7, padding: 2 })
  expect([await draw(), await draw(dated('2027-01-01')), await draw()]).toEqual(['R07', 'R08', 'R09'])
})

test('of a restarting pattern continue from a chosen counter in that year only', async () => {
  expect((await save({ nextCounter: 500 })).body).toMatchObject({ nextCounter: 500, nextNumber: 'INV-2026-0500' })
  expect([await draw(), await draw()]).toEqual(['INV-2026-0500', 'INV-2026-0501'])
  expect([await draw(dated('2027-01-01')), await draw(dated('2025-01-01'))]).toEqual(['INV-2027-0001', 'INV-2025-0001'])
})

test.each([
  ['YYYY', 'year', ['INV-2026-0003', 'INV-2026-0004', 'INV-2025-0001']],
  ['YY', 'year', ['INV-26-0001', 'INV-26-0002', 'INV-25-0001']],
  ['YYYY-MM', 'month', ['INV-2026-01-0001', 'INV-2026-02-0001', 'INV-2025-01-0001']],
  ['YYYY-MM', 'year', ['INV-2026-01-0001', 'INV-2026-02-0002', 'INV-2025-01-0001']],
  ['YY-MM', 'month', ['INV-26-01-0001', 'INV-26-02-0001', 'INV-25-01-0001']],
  ['YY-MM', 'never', ['INV-26-01-0001', 'INV-26-02-0002', 'INV-25-01-0003']],
  ['none', 'month', ['INV-0001', 'INV-0002', 'INV-0003']],
  ['YY', 'month', ['INV-26-0001', 'INV-26-0002', 'INV-25-0001']],
])('with the date as %s restart every %s', async (date, restart, expected) => {
  await typed('INV-2026-0002')
  expect((await save({ date, restart })).status).toBe(200)
  const drawn = [await draw(), await draw(dated('2026-02-01')), await draw(dated('2025-01-31'))]
  expect(drawn).toEqual(expected)
})

test('of a pattern that restarts every month continue from a chosen counter in that month only', async () => {
  const pattern = { date: 'YYYY-MM', restart: 'month', nextCounter: 70 }
  expect((await save(pattern)).body).toMatchObject({ ...pattern, nextNumber: 'INV-2026-03-0070' })
  expect([await draw(dated('2026-03-31')), await draw(dated('2026-04-01'))]).toEqual(['INV-2026-03-0070', 'INV-2026-04-0001'])
})

test('that differ in the case of letters only are one number', async () => {
  await typed('C-0001')
  const again = await create({ invoiceNumber: 'c-0001' })
  const message = 'The invoice number c-0001 is taken already'
  expect([again.status, again.body.message, again.body.issues]).toEqual([409, message, [{ path: 'invoiceNumber', message }]])
  const { id } = (await create({ invoiceNumber: 'C-0002' })).body
  const edit = (invoiceNumber: string) => app.send(ada, 'PUT', `/api/invoices/${id}`, { ...fields, customerId, invoiceNumber })
  expect((await edit('c-0001')).status).toBe(409)
  expect((await edit('c-0002')).body.invoiceNumber).toBe('c-0002')
  expect((await save({ prefix: 'c-', date: 'none' })).body.nextNumber).toBe('c-0003')
  expect(await draw()).toBe('c-0003')
})

test('of a new pattern start at a free number, whatever counter was requested', async () => {
  await typed('A1', 'A12', 'A0003')
  const saved = await save({ prefix: 'A', date: 'none', padding: 1, nextCounter: 3 })
  expect([saved.status, saved.body]).toEqual([
    200,
    { prefix: 'A', date: 'none', padding: 1, restart: 'year', nextCounter: 13, nextNumber: 'A13' },
  ])
  expect((await app.send(ada, 'GET', '/api/invoice-numbering')).body).toEqual(saved.body)
  expect(await draw()).toBe('A13')
  // A prefix that ends in digits, and one with special characters of a pattern search.
  await typed('B20007', '.*0004', 'XX0009')
  expect((await save({ prefix: 'B2', date: 'none' })).body.nextNumber).toBe('B20008')
  expect((await save({ prefix: '.*', date: 'none' })).body.nextNumber).toBe('.*0005')
  expect((await save({ prefix: '', date: 'none' })).body.nextNumber).toBe('0001')
  expect((await save({ prefix: '' })).body.nextNumber).toBe('2026-0001')
})

test('that reach the highest counter are refused with a message, and a typed number is still accepted', async () => {
  await typed('INV-2026-99999998')
  expect(await draw()).toBe('INV-2026-99999999')
  const over = await create({ drawNumber: true, status: 'sent' })
  expect([over.status, over.body.issues[0].path, over.body.message]).toEqual([
    409,
    'invoiceNumber',
    expect.stringContaining('INV-2026-99999999 is taken'),
  ])
  expect((await app.send(ada, 'GET', '/api/invoices/next-number')).status).toBe(409)
  await typed('by hand')
  // The pattern can still be read, so that another can be chosen, but not saved again.
  const shown = await app.send(ada, 'GET', '/api/invoice-numbering')
  expect([shown.status, shown.body]).toEqual([200, { ...usual, nextCounter: 99_999_999, nextNumber: null }])
  const again = await save()
  expect([again.status, again.body.issues]).toEqual([
    409,
    [{ path: 'prefix', message: 'The invoice number INV-2026-99999999 is taken, and no higher one fits. Choose another prefix.' }],
  ])
  expect((await save({ prefix: 'NEW-' })).body.nextNumber).toBe('NEW-2026-0001')
})

test.each([
  [{ prefix: 'x'.repeat(21) }, 'prefix', 'Prefix can have at most 20 characters'],
  [{ prefix: 7 }, 'prefix', 'Prefix must be text'],
  [{ prefix: 'A\nB' }, 'prefix', "Prefix has a character that can't be stored"],
  [{ prefix: ' A' }, 'prefix', "Prefix can't begin with a space"],
  [{ padding: 9 }, 'padding', 'Digits must be a whole number from 1 to 8'],
  [{ padding: 0 }, 'padding', 'Digits must be a whole number from 1 to 8'],
  [{ nextCounter: 0 }, 'nextCounter', 'Next number must be a whole number from 1 to 99,999,999'],
  [{ nextCounter: 1e8 }, 'nextCounter', 'Next number must be a whole number from 1 to 99,999,999'],
  [{ nextCounter: 1.5 }, 'nextCounter', 'Next number must be a whole number from 1 to 99,999,999'],
  [{ date: 'Y' }, 'date', 'Date must be one of none, YYYY, YY, YYYY-MM, YY-MM'],
  [{ restart: null }, 'restart', 'Restart must be one of never, year, month'],
  [{ startAt: 1 }, 'startAt', 'Unknown field: startAt'],
])('with the invalid pattern %j are refused, and the old pattern stays', async (over, path, message) => {
  const reply = await save(over)
  expect(reply.status).toBe(400)
  expect(reply.body.issues).toContainEqual({ path, message })
  expect(await next()).toBe('INV-2026-0001')
})
