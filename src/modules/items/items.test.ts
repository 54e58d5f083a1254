import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

test('only its owner creates, lists, changes and deletes an item', async () => {
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Logo', unitPrice: '1250.5', category: 'Design' })
  expect(item).toMatchObject({ name: 'Logo', unitPrice: '1250.50', category: 'Design', description: null })
  const url = `/api/items/${item.id}` as const
  expect(await app.call(bob, 'GET', '/api/items')).toEqual([])
  expect((await app.send(bob, 'PUT', url, { name: 'Mine', unitPrice: 1 })).status).toBe(404)
  expect((await app.send(bob, 'DELETE', url)).status).toBe(404)
  expect((await app.send(null, 'POST', '/api/items', { name: 'x', unitPrice: 1 })).status).toBe(401)
  expect((await app.call(ada, 'PUT', url, { name: 'Logo', unitPrice: 99999999.99 })).unitPrice).toBe('99999999.99')
  expect((await app.send(ada, 'DELETE', url)).status).toBe(204)
  expect((await app.send(ada, 'DELETE', url)).status).toBe(404)
})

test.each([
  [{ name: 'A' }, 'Unit price is required'],
  [{ name: 'A', unitPrice: -1 }, 'Unit price must be at least 0.00'],
  [{ name: 'A', unitPrice: '1.0000005' }, 'Unit price can have at most 6 decimals'],
  [{ name: 'A', unitPrice: 1, unitCode: 'hours' }, 'Unit must be one of the list, such as HUR for hours'],
  [{ name: 'A', unitPrice: '100000000' }, 'Unit price must be at most 99,999,999.99'],
  [{ name: 'A', unitPrice: 'NaN' }, 'Unit price must be a number, like 12.50'],
  [{ name: 'A', unitPrice: {} }, 'Unit price must be a number, like 12.50'],
])('the input %j is refused: %s', async (body, message) => {
  const reply = await app.send(ada, 'POST', '/api/items', body)
  expect([reply.status, readRefusal(reply).message]).toEqual([400, message])
})

test('deleting an item keeps the lines that were written from it', async () => {
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })
  await createRecords(app, ada).invoice({ lineItems: [{ itemId: item.id, description: 'Hour', quantity: 2, unitPrice: 80 }] })
  expect((await app.send(ada, 'DELETE', `/api/items/${item.id}`)).status).toBe(204)
  const [invoice] = await app.call(ada, 'GET', '/api/invoices')
  expect(invoice).toMatchObject({
    lineItems: [{ itemId: null, description: 'Hour', quantity: '2.00', unitPrice: '80.00', total: '160.00' }],
  })
})

test('restoring an item links it to a line that was written during its deletion', async () => {
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })
  const [invoice] = await app.sql<{ id: number }>('select id::int from documents where user_id = $1 limit 1', [ada.userId])
  const { removed } = await app.database.asUser(ada.userId, async (db) => {
    await db.rows(
      `insert into document_lines (user_id, document_id, position, item_id, description, quantity, unit_price, amount, total, net)
       values ($1, $2, 99, $3, 'Late', 1, 80, 80.00, 80.00, 80.00)`,
      [ada.userId, invoice!.id, item.id],
    )
    const removed = app.send(ada, 'DELETE', `/api/items/${item.id}`)
    await expect
      .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
        timeout: 15_000,
      })
      .toHaveLength(1)
    return { removed }
  })
  expect((await removed).status).toBe(204)
  await app.send(ada, 'POST', `/api/items/${item.id}/restore`)
  expect(await app.sql("select item_id::int from document_lines where description = 'Late'")).toEqual([{ item_id: item.id }])
})

test('an item that was deleted before items had units is restored with the default unit and its price', async () => {
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '80.50' })
  await app.send(ada, 'DELETE', `/api/items/${item.id}`)
  await app.sql("update deleted_records set record = record - 'unit_code' where kind = 'items' and id = $1", [item.id])
  expect((await app.send(ada, 'POST', `/api/items/${item.id}/restore`)).body).toMatchObject({ unitPrice: '80.50' })
  expect(await app.sql('select unit_code, unit_price from items where id = $1', [item.id])).toEqual([
    { unit_code: 'C62', unit_price: '80.50' },
  ])
})

test('an Idempotency-Key creates one item, also when it is used concurrently', async () => {
  const before = (await app.call(ada, 'GET', '/api/items')).length
  const replies = await Promise.all(
    [1, 2, 3].map(() => app.send(ada, 'POST', '/api/items', { name: 'Once', unitPrice: 5 }, { 'idempotency-key': 'double-click' })),
  )
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
  expect(await app.call(ada, 'GET', '/api/items')).toHaveLength(before + 1)
})

test('a refused save returns the current item with the columns of every other reply', async () => {
  const made = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '12.30' })
  const changed = await app.call(ada, 'PUT', `/api/items/${made.id}`, { name: 'Hour', unitPrice: '15.00', version: 1 })
  const stale = await app.send(ada, 'PUT', `/api/items/${made.id}`, { name: 'Mine', unitPrice: '9.00', version: 1 })
  expect([stale.status, readRefusal(stale).current]).toEqual([409, changed])
  expect(Object.keys(stale.body).sort()).toEqual(['current', 'message'])
})

test('the last id of all, 2^53 - 1, is listed, read, changed and restored as every other', async () => {
  const carol = await app.person('carol')
  const id = Number.MAX_SAFE_INTEGER
  await app.sql('insert into items (user_id, id, name, unit_price) values ($1, $2, $3, 5.00)', [carol.userId, id, 'Last'])
  await app.call(carol, 'POST', '/api/items', { name: 'First', unitPrice: '1' })
  const url = `/api/items/${id}` as const
  expect((await app.call(carol, 'GET', url)).id).toBe(id)
  expect((await app.call(carol, 'PUT', url, { name: 'Latest', unitPrice: '6' })).id).toBe(id)
  const first = await app.send(carol, 'GET', '/api/items?sort=-created&limit=1')
  expect(first.body.map((item: { id: number }) => item.id)).toEqual([id])
  expect((await app.send(carol, 'DELETE', url)).status).toBe(204)
  expect((await app.call(carol, 'POST', `${url}/restore`)).id).toBe(id)
  expect((await app.send(carol, 'GET', `/api/items/${id + 1}`)).status).toBe(404)
})

test('pages by price go on after a price with six decimals, and a total with three', async () => {
  const dora = await app.person('dora')
  for (const unitPrice of ['0.000125', '0.000126', '99999999.99'])
    await app.call(dora, 'POST', '/api/items', { name: unitPrice, unitPrice })
  const customer = await app.call(dora, 'POST', '/api/customers', { name: 'Kuwait' })
  for (const [n, unitPrice] of ['1.235', '1.236', '99999999.985'].entries())
    await app.call(dora, 'POST', '/api/invoices', {
      ...{ customerId: customer.id, invoiceNumber: `K-${n}`, issueDate: '2026-01-02', dueDate: '2026-02-02', currency: 'KWD' },
      lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    })
  for (const list of ['items?sort=unitPrice', 'invoices?sort=total']) {
    const ids: number[] = []
    let after: string | null = ''
    while (after !== null) {
      const page = await app.send(dora, 'GET', `/api/${list}&limit=1${after && `&after=${encodeURIComponent(after)}`}`)
      expect([list, page.status]).toEqual([list, 200])
      ids.push(...page.body.map((row: { id: number }) => row.id))
      after = (page.headers['x-next-cursor'] as string | undefined) ?? null
    }
    expect([list, ids.length, ids]).toEqual([list, 3, ids.toSorted((a, b) => a - b)])
  }
})
