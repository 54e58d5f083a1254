import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works', invoiceDueDays: 14 })
})
beforeEach(() => app.setNow(new Date('2026-01-04T12:00:00Z')))
afterAll(() => app.close())

const addCustomer = (terms: object) => app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com', ...terms })
const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '1000.00' }]
const problems = ({ status, body }: { status: number; body: { issues?: { path: string }[] } }) => [
  status,
  body.issues?.map(({ path }) => path),
]

test.each([
  ['the days of the business', {}, '2026-01-18'],
  ['30 days', { dueDays: 30 }, '2026-02-03'],
  ['30 days, end of month', { dueDays: '30', dueEndOfMonth: true }, '2026-02-28'],
  ['the days of the business, end of month', { dueDays: '', dueEndOfMonth: true }, '2026-01-31'],
])('what is issued on Jan 4 is due by the terms of the customer: %s', async (_, terms, dueDate) => {
  const { id: customerId, dueEndOfMonth } = await addCustomer(terms)
  expect(dueEndOfMonth).toBe('dueEndOfMonth' in terms)
  const draft = { customerId, estimateNumber: 'x', drawNumber: true, issueDate: '2026-01-02', expiryDate: '2026-02-02', lineItems }
  const estimate = await app.call(ada, 'POST', '/api/estimates', draft)
  const converted = await app.call(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
  expect(converted).toMatchObject({ issueDate: '2026-01-04', dueDate })
  const deposit = await app.call(ada, 'POST', `/api/invoices/${converted.id}/deposits`, { percent: 10 })
  expect(deposit).toMatchObject({ kind: 'deposit', issueDate: '2026-01-04', dueDate })

  const schedule = { customerId, startDay: '2026-01-04', frequency: 'monthly', timeZone: 'UTC', time: '08:00', sendsInvoices: false }
  for (const [days, due] of [
    [{}, dueDate],
    [{ dueDays: 7 }, '2026-01-11'],
  ] as const) {
    const recurring = await app.call(ada, 'POST', '/api/recurring-invoices', { ...schedule, ...days, content: { lineItems } })
    expect(recurring.dueDays).toBe('dueDays' in days ? 7 : null)
    await app.call(ada, 'POST', `/api/recurring-invoices/${recurring.id}/run-now`)
    const [made] = await app.call(ada, 'GET', '/api/invoices?sort=-invoiceNumber&limit=1')
    expect(made).toMatchObject({ issueDate: '2026-01-04', dueDate: due })
  }
})

test('a discount of the customer ends by the due date: otherwise nothing is stored', async () => {
  const terms = { dueDays: 30, dueEndOfMonth: true, earlyDiscountPercent: '2', earlyDiscountDays: 30 }
  const made = await addCustomer(terms)
  expect(made).toMatchObject(terms)
  const save = (body: object) => app.send(ada, 'PUT', `/api/customers/${made.id}`, { name: 'Acme', ...body })
  for (const body of [{ ...terms, earlyDiscountDays: 31 }, { ...terms, dueDays: 14 }, { dueDays: 29 }])
    expect([body, problems(await save(body))]).toEqual([body, [400, ['earlyDiscountDays']]])
  expect(await app.call(ada, 'GET', `/api/customers/${made.id}`)).toEqual(made)
  expect(problems(await app.send(ada, 'POST', '/api/customers', { name: 'B', ...terms, dueDays: 0 }))).toEqual([400, ['earlyDiscountDays']])
  for (const [path, value] of Object.entries({ dueDays: 366, dueEndOfMonth: 'maybe' }))
    expect(problems(await save({ [path]: value }))).toEqual([400, [path]])
  expect(problems(await save({ dueDays: -1 }))).toEqual([400, ['dueDays']])

  expect((await save({ dueDays: null, dueEndOfMonth: false })).body).toMatchObject({ dueDays: null, dueEndOfMonth: false })
  const [event] = await app.call(ada, 'GET', `/api/customers/${made.id}/history`)
  expect(event!.changes).toEqual([
    { field: 'Due Days', before: '30', after: null },
    { field: 'Due at End of Month', before: 'Yes', after: 'No' },
  ])
})
