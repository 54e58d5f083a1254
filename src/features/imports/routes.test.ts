import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-15T12:00:00Z'))
  ada = await app.person('ada')
  for (const name of ['Acme', 'Beta', 'Twin', 'Twin']) await app.call(ada, 'POST', '/api/customers', { name })
})
afterAll(() => app.close())

const row = (line: number, customer: string, amount: string, dueDate: string, more: object = {}) => ({
  line,
  values: { customer, amount, dueDate, ...more },
})
const send = (rows: object[], more: object = {}, who: Person | null = ada) =>
  app.send(who, 'POST', '/api/books/opening-balances/import', { rows, ...more })
const count = async () => (await app.call(ada, 'GET', '/api/books/opening-balances')).length

test('rows become opening balances of the customers with these names, with their own numbers or the next ones', async () => {
  const rows = [
    row(2, 'acme', '100.00', '2026-05-01', { day: '2026-01-01' }),
    row(3, 'Beta', '20.50', '2026-07-01', { day: '', reference: 'B-7' }),
    row(4, 'Acme', '30.00', '2026-08-01'),
  ]
  expect((await send(rows)).body).toEqual({ created: 3, skipped: 0 })
  const made = await app.call(ada, 'GET', '/api/books/opening-balances')
  expect(made.map(({ invoiceNumber, customerName, day, dueDate, amount }) => [invoiceNumber, customerName, day, dueDate, amount])).toEqual([
    ['OB-0002', 'Acme', '2026-06-15', '2026-08-01', '30.00'],
    ['B-7', 'Beta', '2026-06-15', '2026-07-01', '20.50'],
    ['OB-0001', 'Acme', '2026-01-01', '2026-05-01', '100.00'],
  ])
  // The same file again.
  expect((await send(rows)).body).toEqual({ created: 0, skipped: 3 })
  expect((await app.call(ada, 'GET', '/api/books/balances?day=2026-06-15')).accounts).toEqual([
    { number: 1200, debit: '150.50', credit: null },
    { number: 3900, debit: null, credit: '150.50' },
  ])
})

test('a bad row is named with its line and column, and nothing is stored', async () => {
  const before = await count()
  await app.call(ada, 'POST', '/api/books/closings', { throughDay: '2026-03-31' })
  const { status, body } = await send(
    [
      row(2, 'Acme', '0', '2026-05-01'),
      row(3, 'Acme', '1.00', 'soon'),
      row(4, '', '1.00', '2026-05-01'),
      row(5, 'Acme', '1.00', '2026-05-01', { size: 'L' }),
    ],
    { skipExisting: false },
  )
  expect([status, body.message]).toEqual([400, '4 rows can’t be imported. Nothing was stored.'])
  expect(body.issues.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
    [2, 'Open amount'],
    [3, 'Due date'],
    [4, 'Customer'],
    [5, 'size'],
  ])
  const later = await send(
    [
      row(2, 'Nobody', '1.00', '2026-05-01'),
      row(3, 'Twin', '1.00', '2026-05-01'),
      row(4, 'Acme', '100.00', '2026-05-01'),
      row(5, 'Beta', '1.00', '2026-05-01', { reference: 'B-7' }),
      row(6, 'Beta', '1.00', '2026-05-01', { day: '2026-03-31' }),
      row(7, 'Beta', '2.00', '2026-05-01', { reference: 'B-8' }),
      row(8, 'Beta', '3.00', '2026-05-01', { reference: 'B-8' }),
      row(9, 'Beta', '4.00', '2026-05-01'),
      row(10, 'BETA', '4', '2026-05-01'),
      row(11, 'Beta', '4.00', '2026-05-02'),
    ],
    { skipExisting: false },
  )
  expect(later.status).toBe(400)
  expect(later.body.issues.map(({ line, message }: { line: number; message: string }) => [line, message])).toEqual([
    [2, 'There is no customer called "Nobody". Add it first'],
    [3, '2 customers are called "Twin". Give the one you mean a name of its own first'],
    [4, 'This customer has an opening balance with this amount and due date already'],
    [5, 'The invoice number B-7 is taken already'],
    [6, 'Your books are closed through Mar 31, 2026: choose a later day'],
    [8, 'The invoice number B-8 is in the file twice'],
    [10, 'This customer is in the file twice with this amount and due date. If these are two invoices, give both their numbers'],
  ])
  expect(await count()).toBe(before)
})

test('visitors are refused, a stranger’s customers are not found, and a file can be too long', async () => {
  expect((await send([row(2, 'Acme', '1.00', '2026-05-01')], {}, null)).status).toBe(401)
  expect((await send([row(2, 'Acme', '1.00', '2026-05-01')], {}, await app.person('bob'))).body.issues[0].message).toContain(
    'no customer called',
  )
  const long = Array.from({ length: 2001 }, (_, i) => row(i + 2, 'Acme', '1.00', '2026-05-01'))
  expect((await send(long)).body.message).toBe('One import can have at most 2,000 opening balances')
})
