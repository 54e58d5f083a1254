import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure } from '#server/domain/ledger/figures/contributions.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { insertDocuments } from '#server/testing/records.ts'
import { day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'

let app: TestApp
let ada: Person
let bob: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
})
afterAll(() => app.close())

const invoice = async (invoiceNumber: string, unitPrice: string, over: object = {}) =>
  (
    await app.call(ada, 'POST', '/api/invoices', {
      customerId,
      invoiceNumber,
      status: 'sent',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
      ...over,
    })
  ).id as number
const pay = (invoiceId: number, amount: string, refunded = '0', status = 'succeeded') =>
  app.sql(
    `with p as (insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
       values ($1, $2, $3, $4, '2026-03-02', 'card', 'stripe', $5) returning id, refunded)
     insert into movements (user_id, kind, document_id, payment_id, day, amount, currency) select $1, 'refund', $2, id, '2026-03-02', refunded, 'USD' from p where refunded > 0`,
    [ada.userId, invoiceId, amount, refunded, status],
  )

test('a customer’s figures and documents are exact, of today, and of their owner only', async () => {
  const other = (await app.call(ada, 'POST', '/api/customers', { name: 'Other' })).id
  await invoice('OTHER', '5000.00', { customerId: other })
  await pay(await invoice('PART', '100.00'), '30.10')
  await pay(await invoice('REFUNDED', '50.00'), '50.00', '20.00')
  await pay(await invoice('FAILED', '9.00'), '9.00', '0', 'failed')
  await invoice('LATE', '1.01', { dueDate: '2026-03-09' })
  // The owner marks it as paid, before its due day.
  const called = { customerId, invoiceNumber: 'CALLED', issueDate: '2026-03-01', dueDate: '2026-12-31', status: 'overdue' }
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '0.50' }]
  await app.send(ada, 'PUT', `/api/invoices/${await invoice('CALLED', '0.50')}`, { ...called, lineItems })
  await invoice('DRAFT', '700.00', { status: 'draft' })
  const gone = await invoice('GONE', '800.00')
  await app.sql('update documents set deleted_at = now() where id = $1', [gone])
  await app.send(ada, 'POST', '/api/expenses', {
    description: 'Trip',
    amount: '12.34',
    category: 'Travel',
    expenseDate: '2026-03-01',
    customerId,
  })
  await app.post(ada)
  const url = `/api/customers/${customerId}` as const
  expect(await app.call(ada, 'GET', `${url}/figures`)).toEqual({
    invoiced: '160.51',
    paid: '60.10',
    balanceDue: '100.41',
    overdue: '1.51',
    credit: '0.00',
    balances: [{ currency: 'USD', balance: '100.41', homeBalance: '100.41' }],
    expenses: '12.34',
    invoiceCount: 6,
    estimateCount: 0,
    expenseCount: 1,
  })
  // The customer page has a fast query of its own: it must agree with the ledger's plain sums of the same documents.
  const sumFor = (figure: Partial<Figure> & Pick<Figure, 'of'>) =>
    app.database.asUser(ada.userId, async (db) => toDecimal(await sumFigure(db, { ...allTime, ...figure, customerId }, day('2026-03-10'))))
  expect(await Promise.all([sumFor({ of: 'invoiced' }), sumFor({ of: 'received' }), sumFor({ of: 'receivable' })])).toEqual([
    '160.51',
    '60.10',
    '100.41',
  ])
  expect([await sumFor({ of: 'receivable', status: 'overdue' }), await sumFor({ of: 'expenses' })]).toEqual(['1.51', '12.34'])
  // So must the list, which reads what all customers of a page owe at once.
  const listed = await app.call(ada, 'GET', '/api/customers')
  expect(listed.map((row) => [row.name, row.balanceDue, row.overdue])).toEqual([
    ['Acme', '100.41', '1.51'],
    ['Other', '5000.00', '0.00'],
  ])
  expect(await app.call(bob, 'GET', '/api/customers')).toEqual([])
  const invoices = (await app.call(ada, 'GET', `${url}/invoices`)) as { invoiceNumber: string; status: string; balanceDue: string }[]
  expect(invoices.map((row) => [row.invoiceNumber, row.status, row.balanceDue])).toEqual([
    ['DRAFT', 'draft', '700.00'],
    ['CALLED', 'overdue', '0.50'],
    ['LATE', 'overdue', '1.01'],
    ['FAILED', 'sent', '9.00'],
    ['REFUNDED', 'sent', '20.00'],
    ['PART', 'sent', '69.90'],
  ])
  expect(await app.call(ada, 'GET', `${url}/expenses`)).toMatchObject([{ description: 'Trip', amount: '12.34' }])
  const first = await app.send(ada, 'GET', `${url}/invoices?limit=2`)
  const second = await app.send(ada, 'GET', `${url}/invoices?limit=2&after=${first.headers['x-next-cursor']}`)
  expect([...first.body, ...second.body].map((row) => row.invoiceNumber)).toEqual(['DRAFT', 'CALLED', 'LATE', 'FAILED'])
  for (const what of ['', '/figures', '/invoices', '/estimates', '/expenses']) {
    expect([what, (await app.send(bob, 'GET', url + what)).status]).toEqual([what, 404])
    expect([what, (await app.send(null, 'GET', url + what)).status]).toEqual([what, 401])
    expect([what, (await app.send(ada, 'GET', `/api/customers/999999${what}`)).status]).toEqual([what, 404])
  }
})

test('a customer’s estimates are listed, newest first', async () => {
  const insert = (number: string, status: 'sent' | 'draft', issueDate: string, unitPrice: string) =>
    insertDocuments(app.sql, ada.userId, { type: 'estimate', customerId, number, status, issueDate, unitPrice })
  await insert('EST-', 'sent', '2025-12-31', '10.00')
  await insert('EST-2', 'draft', '2026-02-01', '20.50')
  const body = await app.call(ada, 'GET', `/api/customers/${customerId}/estimates`)
  expect(body.map((row) => [row.estimateNumber, row.total])).toEqual([
    ['EST-21', '20.50'],
    ['EST-1', '10.00'],
  ])
})

test('of a deletion of a customer and a new document for them at the same time, one is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const id = (await app.call(bob, 'POST', '/api/customers', { name: 'Torn' })).id
    const expense = { description: 'Trip', amount: 1, category: 'Travel', expenseDate: '2026-03-01', customerId: id }
    const [made, gone] = await Promise.all([
      app.send(bob, 'POST', '/api/expenses', expense),
      app.send(bob, 'DELETE', `/api/customers/${id}`),
    ])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([made.status, gone.status])
  }
})

test('restoring an item links it again to the lines that were written from it', async () => {
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '80' })
  const id = await invoice('WITH-ITEM', '80.00', { lineItems: [{ itemId: item.id, description: 'Hour', quantity: 1, unitPrice: '80' }] })
  const line = () => app.sql('select item_id::int from document_lines where document_id = $1', [id])
  await app.send(ada, 'DELETE', `/api/items/${item.id}`)
  expect(await line()).toEqual([{ item_id: null }])
  expect(await app.call(ada, 'POST', `/api/items/${item.id}/restore`)).toEqual(item)
  expect(await line()).toEqual([{ item_id: item.id }])
  expect((await app.send(ada, 'POST', '/api/items/999999/restore')).status).toBe(404)
})

test('sums beyond a million millions are exact on the customer page and the dashboard', async () => {
  const eve = await app.person('eve')
  const customer = (await app.call(eve, 'POST', '/api/customers', { name: 'Large' })).id
  await app.sql(
    `insert into expenses (user_id, category, description, amount, expense_date, customer_id)
     select $1, 'Travel', 'x', 99999999.99, '2026-01-01', $2 from generate_series(1, 10001)`,
    [eve.userId, customer],
  )
  await app.post(eve)
  const total = '1000099999899.99'
  expect(await app.call(eve, 'GET', `/api/customers/${customer}/figures`)).toMatchObject({ expenses: total, expenseCount: 10_001 })
  expect(await app.call(eve, 'GET', '/api/dashboard')).toMatchObject({ totalExpenses: total })
  expect(await app.call(eve, 'GET', '/api/expenses/summary')).toEqual({ count: 10_001, total })
})

test('what a customer owes is listed by currency, beside the sum in that of the business', async () => {
  const eve = await app.person('hedy')
  const [mixed, settled] = await Promise.all(
    ['Mixed', 'Settled'].map(async (name) => (await app.call(eve, 'POST', '/api/customers', { name })).id),
  )
  const sent = async (fields: object) =>
    (
      await app.call(eve, 'POST', '/api/invoices', {
        ...{ customerId: mixed, status: 'sent', issueDate: '2026-03-01', dueDate: '2026-03-05', invoiceNumber: crypto.randomUUID() },
        lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
        ...fields,
      })
    ).id
  const payIn = (id: number, amount: string, exchangeRate: string) =>
    app.call(eve, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-03-02', paymentMethod: 'Cash', exchangeRate })
  await sent({ dueDate: '2026-04-01' })
  await payIn(await sent({ currency: 'EUR', exchangeRate: '1.10' }), '40.00', '1.25')
  await sent({ currency: 'JPY', exchangeRate: '0.0066', lineItems: [{ description: 'Work', quantity: 1, unitPrice: '5000' }] })
  await payIn(await sent({ customerId: settled, currency: 'EUR', exchangeRate: '1.10' }), '100.00', '1.00')
  const balances = [
    { currency: 'EUR', balance: '60.00', homeBalance: '66.00' },
    { currency: 'JPY', balance: '5000.00', homeBalance: '33.00' },
    { currency: 'USD', balance: '100.00', homeBalance: '100.00' },
  ]
  const owed = { balanceDue: '199.00', overdue: '99.00', balances }
  const nothing = { balanceDue: '0.00', overdue: '0.00', balances: [] }
  expect(await app.call(eve, 'GET', `/api/customers/${mixed}/figures`)).toMatchObject(owed)
  expect(await app.call(eve, 'GET', `/api/customers/${settled}/figures`)).toMatchObject(nothing)
  expect(await app.call(eve, 'GET', '/api/customers')).toMatchObject([owed, nothing])
})
