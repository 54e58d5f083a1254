import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

type Event = { kind: string; by: string; changes: { field: string; before: string | null; after: string | null }[] }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Two lines with a subtotal of $150.02. */
export const lines = [
  { description: 'Design', quantity: '1.5', unitPrice: '99.99' },
  { description: 'Hosting', quantity: '3', unitPrice: '0.01' },
]

export const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** Fixture for tests of estimates: today is March 10, 2026; each test has its own user ('ada1', ...) with a customer 'Acme'. */
export const createEstimateFixture = () => {
  let app: TestApp
  let ada: Person
  let customerId: number
  let count = 0
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.setNow(noon('2026-03-10'))
    ada = await app.person(`ada${++count}`)
    customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', company: 'Acme Inc.' })).body.id
  })

  const form = (over: object = {}) => ({
    customerId,
    estimateNumber: 'EST-1',
    issueDate: '2026-03-05',
    expiryDate: '2026-04-04',
    taxRate: '8.25',
    lineItems: lines,
    ...over,
  })
  const send = (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => app.send(ada, method, url, body, headers)
  const history = async (kind: 'estimates' | 'invoices', id: number) =>
    (await send('GET', `/api/${kind}/${id}/history`)).body.events as Event[]
  return {
    app: () => app,
    ada: () => ada,
    customerId: () => customerId,
    /** Creates another user. */
    stranger: () => app.person(`bob${count}`),
    send,
    sql: <Row>(text: string, values: unknown[] = []) => app.sql<Row>(text, values),
    form,
    ask: (over: object = {}, headers: Record<string, string> = {}) => send('POST', '/api/estimates', form(over), headers),
    create: async (over: object = {}) => (await send('POST', '/api/estimates', form(over))).body,
    edit: (id: number, over: object = {}, who: Person | null = ada) => app.send(who, 'PUT', `/api/estimates/${id}`, form(over)),
    convert: (id: number) => send('POST', `/api/estimates/${id}/convert`),
    one: async (id: number) => (await send('GET', `/api/estimates/${id}`)).body,
    history,
    kinds: async (id: number) => (await history('estimates', id)).map(({ kind }) => kind),
    used: async () =>
      (await app.sql<{ trial_invoices_used: number }>('select trial_invoices_used from users where id = $1', [ada.userId]))[0]!
        .trial_invoices_used,
  }
}
