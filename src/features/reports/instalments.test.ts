import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'

// Instalments by their age: in aged receivables, statements, the dashboard and the customer's figures.

let app: TestApp
let ada: Person
let customerId: number
let id: number
const line = (unitPrice: string) => [{ description: 'Work', quantity: 1, unitPrice }]
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  const records = createRecords(app, ada)
  customerId = (await records.customer()).id
  // 1,000.00 in three, of which the first and a part of the second are paid in May and June: 273.33 is overdue, 333.33 is not due.
  id = (await records.invoice({ customerId, status: 'sent', issueDate: '2026-03-10', dueDate: '2026-04-09', lineItems: line('1000') })).id
  await records.schedule(id, [{ dueDate: '2026-04-10' }, { dueDate: '2026-05-20' }, { dueDate: '2026-07-05' }])
  await records.payment(id, { amount: '333.34', paymentDate: '2026-05-31' })
  await records.payment(id, { amount: '60.00', paymentDate: '2026-06-10' })
  // 100 euros at 1.10 in two: 33.33 and 66.67.
  const foreign = await records.invoice({
    ...{ customerId, status: 'sent', issueDate: '2026-06-01', dueDate: '2026-06-01', currency: 'EUR', exchangeRate: '1.1' },
    lineItems: line('100'),
  })
  await records.schedule(foreign.id, [
    { dueDate: '2026-06-10', amount: '33.33' },
    { dueDate: '2026-08-01', amount: '66.67' },
  ])
  await records.payment(foreign.id, { amount: '3.33', paymentDate: '2026-06-20' })
})
afterAll(() => app.close())

const report = async (to: string, type = 'receivables', more: object = {}) =>
  (await app.send(ada, 'GET', `/api/reports?${new URLSearchParams({ type, from: '2026-01-01', to, ...more } as Record<string, string>)}`))
    .body
const headline = async (...args: Parameters<typeof report>) =>
  ((await report(...args)).headline as { label: string; amount: string }[]).map(({ amount }) => amount)

test('aged receivables split a balance by due dates, on each day by the money until then', async () => {
  // In all, current, 1-30, 31-60, 61-90, over 90 days.
  expect(await headline('2026-03-31')).toEqual(['1000.00', '1000.00', '0.00', '0.00', '0.00', '0.00'])
  expect(await headline('2026-05-30')).toEqual(['1000.00', '333.33', '333.33', '333.34', '0.00', '0.00'])
  expect(await headline('2026-05-31')).toEqual(['666.66', '333.33', '333.33', '0.00', '0.00', '0.00'])
  // With the euros: 30.00 x 1.1 overdue and 66.67 x 1.1 not yet due.
  expect(await headline('2026-06-30')).toEqual(['713.00', '406.67', '33.00', '273.33', '0.00', '0.00'])
})

test('the documents of an age are the instalments of that age', async () => {
  const of = async (bucket: string) =>
    (await app.send(ada, 'GET', `/api/reports/documents?of=receivable&from=2026-01-01&to=2026-06-30&bucket=${bucket}`)).body.rows.map(
      ({ day, amount }: { day: string; amount: string }) => [day, amount],
    )
  expect(await of('current')).toEqual([
    ['2026-08-01', '73.34'],
    ['2026-07-05', '333.33'],
  ])
  expect(await of('days31')).toEqual([['2026-05-20', '273.33']])
})

test('a statement in the currency of an invoice splits it to its own cents', async () => {
  const amounts = await headline('2026-06-30', 'statement', { customerId: String(customerId) })
  expect(amounts).toContain('66.67')
  expect(amounts).toContain('30.00')
})

test('the dashboard and the customer’s figures call only the instalments overdue whose day has passed', async () => {
  const dashboard = (await app.send(ada, 'GET', '/api/dashboard')).body
  expect([dashboard.outstanding, dashboard.captions.pendingInvoices]).toEqual(['713.00', 2])
  const shown = ({ count, sum, rows }: { count: number; sum: string; rows: { dueDate: string; balanceDue: string }[] }) => [
    ...[count, sum, ...rows.map(({ dueDate, balanceDue }) => `${dueDate} ${balanceDue}`)],
  ]
  expect(shown(dashboard.overdue)).toEqual([2, '306.33', '2026-05-20 273.33', '2026-06-10 30.00'])
  expect(shown(dashboard.dueSoon)).toEqual([1, '333.33', '2026-07-05 333.33'])
  const figures = (await app.send(ada, 'GET', `/api/customers/${customerId}/figures`)).body
  expect([figures.balanceDue, figures.overdue]).toEqual(['713.00', '306.33'])
  const [customer] = (await app.send(ada, 'GET', '/api/customers')).body
  expect([customer.balanceDue, customer.overdue]).toEqual(['713.00', '306.33'])
})

test('the books are healthy', async () => {
  expect((await app.send(ada, 'GET', '/api/books/health')).body.findings).toEqual([])
})
