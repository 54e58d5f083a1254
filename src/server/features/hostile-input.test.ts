import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Every call that takes a body, given everything but what it asks for: always an answer in JSON that says what is wrong, and nothing stored.

let app: TestApp
let ada: Person
let before: string
const stored = async () =>
  JSON.stringify(
    await Promise.all(
      ['customers', 'items', 'expenses', 'files', 'invoices', 'invoice_line_items', 'payments', 'payment_attempts', 'idempotency_keys'].map(
        (table) => app.sql(`select * from ${table} order by 1, 2`),
      ),
    ),
  )

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'a@acme.example' })).body
  await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })
  await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: 'I-1',
    issueDate: '2026-01-01',
    dueDate: '2099-01-31',
    lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  before = await stored()
})

const calls = () =>
  app.routes
    .filter(({ endpoint }) => endpoint.method === 'POST' || endpoint.method === 'PUT')
    .map(({ endpoint }) => ({ method: endpoint.method, url: endpoint.path.replace(/:(id|ref)\b/, '1') }))

const hostile: [string, string | object, Record<string, string>?][] = [
  ['malformed JSON', '{"name": "A"'],
  ['a bare word', 'name'],
  ['an array', []],
  ['a number', '7'],
  ['an unknown field', { nobodyAskedForThis: 1 }],
  ['a field of the server', { userId: 1, id: 1, createdAt: '2026-01-01' }],
  ['a prototype', '{"__proto__": {"isAdmin": true}}'],
  ['a constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'],
  ['another content type', 'name=A', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', '{}', { 'content-type': 'text/plain' }],
  ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1_500_000) })],
  ['a foreign origin', {}, { origin: 'https://evil.example' }],
  ['a foreign site', {}, { 'sec-fetch-site': 'cross-site' }],
]

test.each(hostile)('%s is refused by every call that takes a body', async (_what, body, headers = {}) => {
  expect(calls().length).toBeGreaterThan(6)
  for (const { method, url } of calls()) {
    const reply = await app.send(ada, method, url, body, headers)
    expect([url, reply.status >= 400 && reply.status < 500, typeof reply.body?.message]).toEqual([url, true, 'string'])
    expect(reply.body.message.length).toBeGreaterThan(5)
  }
  expect(await stored()).toBe(before)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

const wrongValues = [null, true, 7, -1, 1e300, '', '\u0000', 'x'.repeat(20_000), [], {}, '2026-02-30', 'NaN', '99999999999999999999.99']

test('wrong types in any field of any call are refused or harmless, never a fault of ours', async () => {
  const fields: Record<string, string[]> = {
    '/api/customers': ['name', 'company', 'email', 'phone', 'zipCode'],
    '/api/items': ['name', 'description', 'unitPrice', 'category'],
    '/api/expenses': ['description', 'amount', 'category', 'expenseDate', 'vendor', 'customerId', 'receiptUrl', 'receiptFileId'],
    '/api/receipts': ['uploadURL', 'fileName'],
    '/api/invoices': [
      'customerId',
      'invoiceNumber',
      'status',
      'issueDate',
      'dueDate',
      'taxRate',
      'taxAmount',
      'subtotal',
      'total',
      'notes',
      'lineItems',
    ],
  }
  const good: Record<string, object> = {
    '/api/customers': { name: 'A' },
    '/api/items': { name: 'A', unitPrice: 1 },
    '/api/expenses': { description: 'A', amount: 1, category: 'Travel', expenseDate: '2026-01-02' },
    '/api/receipts': { uploadURL: 'http://127.0.0.1/api/objects/uploads/x', fileName: 'bill.pdf' },
    '/api/invoices': {
      customerId: 1,
      invoiceNumber: 'I-2',
      issueDate: '2026-01-01',
      dueDate: '2026-01-31',
      lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    },
  }
  for (const [url, names] of Object.entries(fields))
    for (const name of names)
      for (const value of wrongValues) {
        const reply = await app.send(ada, 'POST', url, { ...good[url], [name]: value })
        expect([url, name, value, reply.status < 500]).toEqual([url, name, value, true])
        if (reply.status >= 400) expect([url, name, typeof reply.body.message]).toEqual([url, name, 'string'])
      }
})

test('row numbers that are no row numbers name no record', async () => {
  for (const id of ['0', '-1', '1.5', 'abc', '99999999999', '1%20or%201=1', '%00', '..%2f..%2fetc'])
    for (const [method, url] of [
      ['GET', `/api/invoices/${id}/pdf`],
      ['DELETE', `/api/customers/${id}`],
      ['GET', `/api/public/invoice/${id}`],
    ] as const)
      expect([url, (await app.send(ada, method, url)).status]).toEqual([url, 404])
})
