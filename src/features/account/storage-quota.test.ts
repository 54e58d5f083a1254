import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createStorageQuota } from './storage-quota.ts'

// Here an account may store 20 records and 1 MB.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ accountLimits: { maxRecords: 20, maxMegabytes: 1 } })
})
afterAll(() => app?.close())
let people = 0
beforeEach(async () => {
  ada = await app.person(`ada${++people}`)
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
})

const storage = async () => await app.call(ada, 'GET', '/api/account/storage')
const add = (name: string, headers = {}) => app.send(ada, 'POST', '/api/customers', { name }, headers)
const addSome = async (count: number) => {
  const rows = Array.from({ length: count }, (_, i) => ({ line: i + 2, values: { name: `Customer ${i}` } }))
  return app.send(ada, 'POST', '/api/customers/import', { rows, skipExisting: false })
}
const line = (characters: number) => ({ description: 'x'.repeat(characters), quantity: 1, unitPrice: '1.00' })
const document = (customerId: number, lineItems: object[], over = {}) => ({
  customerId,
  drawNumber: true,
  invoiceNumber: 'N',
  issueDate: '2026-01-01',
  dueDate: '2026-02-01',
  lineItems,
  ...over,
})

test('an empty account uses nothing, and its owner sees the limits', async () => {
  expect(await storage()).toEqual({ records: 0, maxRecords: 20, bytes: 0, maxBytes: 1_048_576 })
  expect((await app.send(null, 'GET', '/api/account/storage')).status).toBe(401)
})

test('the last record is accepted, the next one is refused with the limit and how to make room, and nothing is stored', async () => {
  expect((await addSome(18)).status).toBe(200)
  // An import that exceeds the limit is refused as a whole.
  const tooMany = await addSome(3)
  expect([tooMany.status, readRefusal(tooMany).message]).toEqual([413, expect.stringContaining('there is no room for 3 more')])
  const first = await add('Nineteenth', { 'idempotency-key': 'nineteenth' })
  expect(first.status).toBe(201)
  expect((await add('Twentieth')).status).toBe(201)
  const beyond = await add('Beyond')
  expect([beyond.status, readRefusal(beyond).message]).toEqual([
    413,
    'An account can hold 20 records, and yours holds 20: there is no room for one more. Customers, items and expenses that you delete make room after 30 days; the operator of this server can raise the limit.',
  ])
  for (const [path, body] of [
    ['/api/items', { name: 'Hour', unitPrice: '1' }],
    ['/api/expenses', { description: 'Paper', amount: '1', category: 'Travel', expenseDate: '2026-01-01' }],
    ['/api/invoices', document(first.body.id, [line(1)])],
    [
      '/api/estimates',
      {
        ...document(first.body.id, [line(1)]),
        invoiceNumber: undefined,
        dueDate: undefined,
        estimateNumber: 'E',
        expiryDate: '2026-02-01',
      },
    ],
  ] as const)
    expect([path, (await app.send(ada, 'POST', path, body)).status]).toEqual([path, 413])
  expect(await storage()).toMatchObject({ records: 20 })
  // Repeated creations are replied to as before, and existing records can be changed and deleted.
  expect(await add('Nineteenth', { 'idempotency-key': 'nineteenth' })).toMatchObject({ status: 201, body: first.body })
  expect((await app.send(ada, 'PUT', `/api/customers/${first.body.id}`, { name: 'Renamed' })).status).toBe(200)
  // A deleted record counts as long as it can be restored.
  expect((await app.send(ada, 'DELETE', `/api/customers/${first.body.id}`)).status).toBe(204)
  expect((await add('Beyond')).status).toBe(413)
  await app.sql("update deleted_records set deleted_at = now() - interval '31 days' where user_id = $1", [ada.userId])
  await app.sql('delete from deleted_records where user_id = $1', [ada.userId])
  expect((await add('Another')).status).toBe(201)
  // Other users are not affected.
  const bob = await app.person(`bob${people}`)
  expect((await app.send(bob, 'POST', '/api/customers', { name: 'Acme' })).status).toBe(201)
})

test('whatever becomes a document counts as one', async () => {
  const customer = (await add('Acme')).body
  const invoice = await app.call(ada, 'POST', '/api/invoices', document(customer.id, [line(1)], { status: 'sent' }))
  const estimate = await app.call(ada, 'POST', '/api/estimates', {
    ...{ customerId: customer.id, estimateNumber: 'E-1', issueDate: '2026-01-01', expiryDate: '2026-02-01', lineItems: [line(1)] },
  })
  expect((await addSome(17)).status).toBe(200)
  const openingBalance = { customerId: customer.id, amount: '10.00', day: '2026-01-01', dueDate: '2025-12-31' }
  for (const [path, body] of [
    ['/api/credit-notes', { invoiceId: invoice.id, amount: '0.50', notes: 'Late' }],
    [`/api/estimates/${estimate.id}/convert`, undefined],
    [`/api/estimates/${estimate.id}/progress`, { percent: '50' }],
    [`/api/invoices/${invoice.id}/deposits`, { percent: '50' }],
    ['/api/books/opening-balances', openingBalance],
    ['/api/books/opening-balances/import', { rows: [{ line: 2, values: { customerName: 'Acme', amount: '10.00' } }] }],
  ] as const) {
    const { status, body: reply } = await app.send(ada, 'POST', path, body)
    expect([path, status, reply.message]).toEqual([path, 413, expect.stringContaining('yours holds 20: there is no room for one more')])
  }
  expect(await storage()).toMatchObject({ records: 20 })
})

test('texts and files count as megabytes: larger documents are refused, smaller ones are saved', async () => {
  const customerId = (await add('Acme')).body.id
  const large = Array.from({ length: 140 }, () => line(2000))
  const made = []
  for (let i = 0; i < 3; i++) made.push(await app.send(ada, 'POST', '/api/invoices', document(customerId, large)))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  const small: { id: number; invoiceNumber: string } = await app.call(ada, 'POST', '/api/invoices', document(customerId, [line(10)]))
  const before = await storage()
  expect(before.bytes).toBeGreaterThan(3 * 280_000)
  const refused = await app.send(ada, 'POST', '/api/invoices', document(customerId, large))
  expect([refused.status, readRefusal(refused).message]).toEqual([
    413,
    expect.stringContaining('An account can hold 1 MB of texts and files'),
  ])
  expect(await storage()).toEqual(before)

  const invoice: { id: number; invoiceNumber: string } = made[0]!.body
  const edit = (lineItems: object[], { id, invoiceNumber } = invoice) =>
    app.send(ada, 'PUT', `/api/invoices/${id}`, { ...document(customerId, lineItems), drawNumber: undefined, invoiceNumber })
  expect((await edit(large, small)).status).toBe(413)
  expect((await edit(large.slice(1))).status).toBe(200)
  expect((await edit(large)).status).toBe(200)
  expect((await storage()).bytes).toBe(before.bytes)

  expect((await edit(large.slice(2))).status).toBe(200)
  expect((await app.send(ada, 'POST', '/api/invoices', document(customerId, large))).status).toBe(413)
})

test('a file counts by the size that it was announced with', async () => {
  const ask = (size?: number) => app.send(ada, 'POST', '/api/objects/upload', size === undefined ? undefined : { size })
  expect((await ask(600_000)).status).toBe(200)
  const refused = await ask(500_000)
  expect([refused.status, readRefusal(refused).message]).toEqual([413, expect.stringContaining('An account can hold 1 MB')])
  // Without a size it may have 5 MB.
  expect((await ask()).status).toBe(413)
  expect((await ask(400_000)).status).toBe(200)
  expect((await storage()).bytes).toBe(1_000_000)
})

test('twenty concurrent creations exceed the limit by twenty at most', async () => {
  await addSome(15)
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`At once ${i}`)))
  expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(5)
  expect(replies.every(({ status }) => status === 201 || status === 413)).toBe(true)
  expect((await add('Beyond')).status).toBe(413)
})

test('events of providers count, and a full account has no room for one more', async () => {
  const addEvents = (count: number) =>
    app.sql(
      "insert into webhook_events (user_id, endpoint_id, event_id, type) select $1, '1', 'evt_' || i, 't' from generate_series(1, $2::int) i",
      [ada.userId, count],
    )
  await addEvents(3)
  expect((await storage()).bytes).toBe(1500)
  const hasRoom = (bytes: number) =>
    createStorageQuota({ maxRecords: 1, maxMegabytes: 1 }).hasRoomForEvent({
      id: 1,
      read: async <Row>() => [{ records: 1, bytes }] as Row[],
    })
  expect([await hasRoom(0), await hasRoom(1_048_076), await hasRoom(1_048_077)]).toEqual([true, true, false])
})
