import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { getPublicId } from '#server/testing/records.ts'

// Every call with a body gets everything but what it accepts: the reply is always JSON that says what is wrong, and nothing is stored.

let app: TestApp
let ada: Person
let before: string
/** An estimate that can still be answered. */
let estimateId: number
let publicId: string
const estimate = {
  customerId: 1,
  estimateNumber: 'E-1',
  issueDate: '2026-01-01',
  expiryDate: '2030-01-31',
  lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
}
const password = 'correct horse battery'
const stored = async () =>
  JSON.stringify(
    await Promise.all(
      [
        'customers',
        'items',
        'expenses',
        'files',
        'documents',
        'document_lines',
        'document_taxes',
        'document_emails',
        'document_numbering',
        'estimate_responses',
        'events',
        'statement_emails',
        'payments',
        'payment_attempts',
        'idempotency_keys',
        'business_profiles',
        'payment_credentials',
        'identity_accounts',
        'identity_recovery_codes',
      ].map((table) => app.sql(`select * from ${table} order by 1, 2`)),
    ),
  )

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada', { password })
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'a@acme.example' })
  await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })
  await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: 'I-1',
    issueDate: '2026-01-01',
    dueDate: '2030-01-31',
    lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
  })
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works' })
  const made = await app.call(ada, 'POST', '/api/estimates', { ...estimate, customerId: customer.id, status: 'sent' })
  estimateId = made.id
  publicId = await getPublicId(app, estimateId)
})
afterAll(() => app.close())
beforeEach(async () => {
  before = await stored()
})

const calls = () =>
  app.routes
    .filter(({ endpoint }) => endpoint.method === 'POST' || endpoint.method === 'PUT')
    .map(({ endpoint }) => ({
      method: endpoint.method,
      url: endpoint.path
        .replace('/estimates/:id', `/estimates/${estimateId}`)
        .replace(/:(id|ref|emailId|paymentId)\b/g, '1')
        .replace(':publicId', publicId),
    }))

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

test.each(hostile)('%s is refused by every call with a body', async (_what, body, headers = {}) => {
  expect(calls().length).toBeGreaterThan(6)
  for (const { method, url } of calls()) {
    const reply = await app.send(ada, method, url, body, headers)
    expect([url, reply.status >= 400 && reply.status < 500, typeof readRefusal(reply)?.message]).toEqual([url, true, 'string'])
    expect(readRefusal(reply).message.length).toBeGreaterThan(5)
  }
  expect(await stored()).toBe(before)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

const wrongValues = [null, true, 7, -1, 1e300, '', '\u0000', 'x'.repeat(20_000), [], {}, '2026-02-30', 'NaN', '99999999999999999999.99']

test('wrong types in any field of any call are refused or harmless, and never a server error', async () => {
  const invoice = {
    customerId: 1,
    invoiceNumber: 'I-2',
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
  }
  const invoiceFields = [
    ...['customerId', 'invoiceNumber', 'status', 'issueDate', 'dueDate', 'taxRate', 'taxAmount', 'subtotal', 'total', 'notes', 'terms'],
    'lineItems',
  ]
  const estimateFields = invoiceFields.map((name) => name.replace('invoiceNumber', 'estimateNumber').replace('dueDate', 'expiryDate'))
  const profile = {
    ...{ businessName: 'Ada', pdfTheme: 'classic', pdfPrimaryColor: '#111111', pdfAccentColor: '#222222', preferredPaymentMethod: 'both' },
    ...{ pageSize: 'a4', documentLanguage: 'en', invoiceDueDays: 7, estimateValidDays: 7, defaultTaxRate: '1.00', timeZone: 'UTC' },
  }
  const profileTexts = [
    ...['contactName', 'email', 'phone', 'address', 'city', 'state', 'zipCode', 'country', 'website', 'taxNumber', 'logoUrl'],
    ...['invoiceTerms', 'invoiceNotes', 'estimateTerms', 'estimateNotes'],
    ...['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret'],
  ]
  const preview = {
    ...{ businessName: 'Ada', pdfTheme: 'classic', pdfPrimaryColor: '#111111', pdfAccentColor: '#222222' },
    ...{ pageSize: 'a4', documentLanguage: 'en' },
  }
  const lineFields = ['itemId', 'description', 'quantity', 'unitPrice', 'total']
  // Each call with a valid body, and the fields that then get every other value.
  const asked: ['POST' | 'PUT', string, object, string[]][] = [
    ['POST', '/api/customers', { name: 'A' }, ['name', 'company', 'email', 'phone', 'zipCode']],
    ['POST', '/api/items', { name: 'A', unitPrice: 1 }, ['name', 'description', 'unitPrice', 'category']],
    [
      'POST',
      '/api/expenses',
      { description: 'A', amount: 1, category: 'Travel', expenseDate: '2026-01-02' },
      ['description', 'amount', 'category', 'expenseDate', 'vendor', 'customerId', 'receiptUrl', 'receiptFileId'],
    ],
    ['POST', '/api/receipts', { uploadURL: 'http://127.0.0.1/api/objects/uploads/x', fileName: 'bill.pdf' }, ['uploadURL', 'fileName']],
    ['PUT', '/api/business-profiles/logo', { logoURL: 'http://127.0.0.1/api/objects/uploads/x' }, ['logoURL']],
    ['POST', '/api/business-profile', profile, [...Object.keys(profile), ...profileTexts]],
    ['PUT', '/api/business-profile/1', profile, [...Object.keys(profile), ...profileTexts, 'version']],
    ['POST', '/api/business-profile/1/disconnect', { provider: 'paypal' }, ['provider']],
    ['POST', '/api/business-profile/preview', preview, [...Object.keys(preview), 'kind', 'email', 'address', 'logoUrl']],
    ['POST', '/api/estimates', { ...estimate, estimateNumber: 'E-2' }, [...estimateFields, 'drawNumber']],
    ['PUT', `/api/estimates/${estimateId}`, estimate, [...estimateFields, 'version']],
    ['POST', `/api/estimates/${estimateId}/send-email`, {}, ['customerEmail', 'customerName', 'estimateNumber', 'subject', 'message']],
    // With a wrong version, so that the estimate stays open for all cases.
    ['POST', `/api/public/estimate/${publicId}/accept`, { name: 'Jane', version: 9 }, ['name', 'version']],
    ['POST', `/api/public/estimate/${publicId}/decline`, { reason: 'No', version: 9 }, ['reason', 'name', 'version']],
    ['POST', '/api/invoices', invoice, [...invoiceFields, 'drawNumber']],
    ['PUT', '/api/invoices/1', invoice, [...invoiceFields, 'version']],
    [
      'POST',
      '/api/invoices/1/payments',
      { amount: '0.01', paymentDate: '2026-01-02', paymentMethod: 'Cash' },
      ['amount', 'paymentDate', 'paymentMethod', 'notes', 'sendReceipt'],
    ],
    ['POST', '/api/invoices/1/payments/1/refund', { amount: '0.01' }, ['amount', 'reason']],
    ['POST', '/api/invoices/1/paypal-order', { amount: '0.01', currency: 'USD', intent: 'CAPTURE' }, ['amount', 'currency', 'intent']],
    ['POST', '/api/invoices/1/mark-paid', {}, ['sessionId']],
    ['POST', '/api/invoices/1/send-email', {}, ['customerEmail', 'customerName', 'invoiceNumber', 'subject', 'message']],
    ['POST', '/api/get-or-create-subscription', { plan: 'monthly' }, ['plan']],
    ['PUT', '/api/account/name', { firstName: 'Ada', lastName: 'Lovelace' }, ['firstName', 'lastName']],
    ['POST', '/api/account/email', { email: 'new@example.com', password }, ['email', 'password']],
    ['POST', '/api/account/password', { current: password, next: password }, ['current', 'next']],
    ['POST', '/api/account/delete', { email: 'nobody@example.com', password }, ['email', 'password']],
    ['POST', '/api/public/confirm-email', { token: 'x.y' }, ['token']],
    ['POST', '/api/account/two-factor', { password }, ['password']],
    ['POST', '/api/account/two-factor/confirm', { code: '123456' }, ['code']],
    ['POST', '/api/account/two-factor/off', { password, code: '123456' }, ['password', 'code']],
    ['POST', '/api/account/two-factor/recovery-codes', { password, code: '123456' }, ['password', 'code']],
    [
      'POST',
      '/api/reports/statement-emails',
      { customerId: 1, from: '2026-01-01', to: '2026-01-31' },
      ['customerId', 'from', 'to', 'message'],
    ],
    ...['invoice', 'estimate'].map((of): (typeof asked)[number] => [
      'PUT',
      `/api/${of}-numbering`,
      { prefix: 'N-', date: 'YYYY', padding: 4, restart: 'year', nextCounter: 1 },
      ['prefix', 'date', 'padding', 'restart', 'nextCounter'],
    ]),
  ]
  const ask = async (method: 'POST' | 'PUT', url: string, body: object, said: unknown[]) => {
    const reply = await app.send(ada, method, url, body)
    expect([method, url, ...said, reply.status < 500]).toEqual([method, url, ...said, true])
    if (reply.status >= 400) expect([url, ...said, typeof readRefusal(reply).message]).toEqual([url, ...said, 'string'])
  }
  for (const [method, url, good, names] of asked)
    for (const name of names) for (const value of wrongValues) await ask(method, url, { ...good, [name]: value }, [name, value])
  for (const [method, url, document] of [
    ['POST', '/api/invoices', invoice],
    ['PUT', '/api/invoices/1', invoice],
    ['POST', '/api/estimates', estimate],
    ['PUT', `/api/estimates/${estimateId}`, estimate],
  ] as const)
    for (const name of lineFields)
      for (const value of wrongValues)
        await ask(method, url, { ...document, lineItems: [{ ...document.lineItems[0], [name]: value }] }, ['line', name, value])
}, 400_000)

test('invalid record ids name no record', async () => {
  for (const id of ['0', '-1', '1.5', 'abc', '9007199254740992', '99999999999999999999', '1%20or%201=1', '%00', '..%2f..%2fetc'])
    for (const [method, url] of [
      ['GET', `/api/invoices/${id}/pdf`],
      ['DELETE', `/api/customers/${id}`],
      ['DELETE', `/api/invoices/${id}`],
      ['GET', `/api/invoices/${id}/history`],
      ['POST', `/api/invoices/${id}/restore`],
      ['DELETE', `/api/invoices/1/payments/${id}`],
      ['GET', `/api/invoices/1/emails/${id}`],
      ['GET', `/api/public/invoice/${id}`],
      ['GET', `/api/estimates/${id}`],
      ['DELETE', `/api/estimates/${id}`],
      ['GET', `/api/estimates/${id}/history`],
      ['POST', `/api/estimates/${id}/restore`],
      ['POST', `/api/estimates/${id}/convert`],
      ['GET', `/api/estimates/${estimateId}/emails/${id}`],
      ['GET', `/api/public/estimate/${id}`],
      ['GET', `/api/public/invoice/${id}/logo`],
      ['GET', `/api/public/invoice/${id}/receipt`],
      ['GET', `/api/invoices/${id}/receipt`],
      ['GET', `/api/public/estimate/${id}/logo`],
      ['GET', `/objects/logos/${id}`],
      ['PUT', `/api/business-profile/${id}`],
      ['POST', `/api/business-profile/${id}/disconnect`],
      ['GET', `/api/account/exports/${id}`],
      ['GET', `/api/account/exports/${id}/download`],
    ] as const)
      expect([url, (await app.send(ada, method, url)).status]).toEqual([url, 404])
})

test('an impossible version is refused with a message', async () => {
  const bodies: Record<string, object> = {
    '/api/customers/1': { name: 'A' },
    '/api/items/1': { name: 'A', unitPrice: 1 },
    '/api/expenses/1': { description: 'A', amount: 1, category: 'Travel', expenseDate: '2026-01-02' },
    [`/api/estimates/${estimateId}`]: estimate,
    '/api/business-profile/1': { businessName: 'Ada Works' },
    '/api/invoices/1': {
      customerId: 1,
      invoiceNumber: 'I-1',
      issueDate: '2026-01-01',
      dueDate: '2030-01-31',
      lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
    },
  }
  for (const [url, body] of Object.entries(bodies))
    for (const version of [0, -1, 1.5, 2_147_483_648, 1e300, '1', null]) {
      const reply = await app.send(ada, 'PUT', url, { ...body, version })
      expect([url, version, reply.status, readRefusal(reply).message]).toEqual([
        url,
        version,
        400,
        expect.stringContaining('version must be'),
      ])
    }
})

test('an import row with more fields than any file has columns is refused before it is parsed, with a short reply', async () => {
  const values = (value: unknown, n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`field ${i}`, value]))
  for (const [row, status] of [
    [values('', 200_000), 413],
    [values(7, 200_000), 413],
    [values('', 41), 400],
    [{ ['k'.repeat(100_000)]: '' }, 400],
  ] as const) {
    const reply = await app.send(ada, 'POST', '/api/customers/import', { rows: [{ line: 2, values: row }] })
    expect([reply.status, reply.bytes.length < 2000]).toEqual([status, true])
    expect(readRefusal(reply).message).toMatch(/^A row can have at most 40 fields|: an object can have at most 200 fields$/)
  }
  const scattered = await app.send(ada, 'POST', '/api/customers/import', {
    rows: Array.from({ length: 10_000 }, () => ({ line: 'x', values: { name: 7 } })),
  })
  expect([scattered.status, readRefusal(scattered).issues.length]).toEqual([400, 200])
})

test('no call of a user takes a query that it would ignore', async () => {
  const taken: string[] = []
  for (const { endpoint } of app.routes) {
    if (endpoint.access !== 'user' || (endpoint.method !== 'GET' && endpoint.method !== 'DELETE')) continue
    const reply = await app.send(ada, endpoint.method, `${endpoint.path.replaceAll(/:\w+/g, '1')}?nobody=1`)
    const isNamed = JSON.stringify(reply.body).includes('Unknown field: nobody')
    if (reply.status !== 400 || !isNamed) taken.push(`${endpoint.method} ${endpoint.path}: ${reply.status}`)
  }
  expect(taken).toEqual([])
})

test('invalid queries of lists, sums and files are refused with a message', async () => {
  for (const url of [
    ...['/api/invoices', '/api/invoices/summary', '/api/invoices/export', '/api/invoices/download'],
    ...['/api/estimates', '/api/estimates/summary', '/api/estimates/export'],
    ...['/api/reports', '/api/reports/summary', '/api/reports/documents', '/api/reports/export'],
  ])
    for (const query of [
      'status=late',
      'status=sent&status=paid',
      'search=a&search=b',
      'nobody=1',
      '__proto__=1',
      'ids=1&ids=2',
      'ids[]=1',
    ]) {
      const reply = await app.send(ada, 'GET', `${url}?${query}`)
      expect([url, query, reply.status, typeof readRefusal(reply).message]).toEqual([url, query, 400, 'string'])
    }
})

test('large bodies of visitors are not parsed', async () => {
  for (const [method, url] of [
    ['POST', '/api/invoices'],
    ['PUT', '/api/invoices/1'],
    ['POST', '/api/estimates'],
    ['PUT', `/api/estimates/${estimateId}`],
  ] as const)
    expect((await app.send(null, method, url, '{"lineItems": [')).status).toBe(401)
  for (const kind of ['customers', 'items', 'expenses'])
    expect((await app.send(null, 'POST', `/api/${kind}/import`, '{"rows": [')).status).toBe(401)
})

test('an upload URL with a signature in another case is refused', async () => {
  const token = encodeURIComponent('é'.repeat(43))
  const reply = await app.send(null, 'PUT', `/api/objects/uploads/x.${token}`, 'x', { 'content-type': 'text/plain' })
  expect([reply.status, readRefusal(reply).message]).toEqual([403, 'This upload address is not valid. Request a new one.'])
})
