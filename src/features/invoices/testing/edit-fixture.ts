import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

type Edited = { kind: string; by: string; changes: { field: string; before: string | null; after: string | null }[] }

/** Two lines with a subtotal of $150.02. */
export const lines = [
  { description: 'Design', quantity: '1.5', unitPrice: '99.99' },
  { description: 'Hosting', quantity: '3', unitPrice: '0.01' },
]

/** Fixture for tests of edits: today is March 10, 2026; each test has its own user ('ada1', ...) with a customer 'Acme'. */
export const createEditFixture = () => {
  let app: TestApp
  let ada: Person
  let customerId: number
  let count = 0
  beforeAll(async () => {
    app = await createTestApp()
    app.setNow(new Date('2026-03-10T12:00:00Z'))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ada = await app.person(`ada${++count}`)
    customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: null })).body.id
  })

  const form = (over: object = {}) => ({
    customerId,
    invoiceNumber: 'INV-1',
    issueDate: '2026-03-05',
    dueDate: '2026-04-04',
    taxRate: '8.25',
    lineItems: lines,
    ...over,
  })
  return {
    app: () => app,
    ada: () => ada,
    customerId: () => customerId,
    /** Creates another user. */
    stranger: () => app.person(`bob${count}`),
    send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => app.send(ada, method, url, body),
    sql: <Row>(text: string, values: unknown[]) => app.sql<Row>(text, values),
    form,
    create: async (over: object = {}) => (await app.send(ada, 'POST', '/api/invoices', form(over))).body,
    edit: (id: number, over: object = {}, who: Person | null = ada) => app.send(who, 'PUT', `/api/invoices/${id}`, form(over)),
    one: async (id: number) => (await app.send(ada, 'GET', `/api/invoices/${id}`)).body,
    edited: async (id: number) =>
      ((await app.send(ada, 'GET', `/api/invoices/${id}/history`)).body.events as Edited[]).filter(({ kind }) => kind === 'edited'),
    pay: (id: number, amount: string, provider = 'manual') =>
      app.sql(
        `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
         values ($1, $2, $3, '2026-03-06', 'card', $4, 'succeeded')`,
        [ada.userId, id, amount, provider],
      ),
  }
}
