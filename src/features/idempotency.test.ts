import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'

// A change that is repeated with its idempotency key, after a lost response, happens once and gets the first response again.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada & Co.' })
})
afterAll(() => app.close())

/** The changes without an idempotency key, each with the reason why a repetition neither loses nor doubles anything. */
const withoutKey: Record<string, string> = {
  'POST /api/objects/upload': 'an unused upload URL has no effect',
  'PUT /api/business-profiles/logo': 'an upload is used once, and later calls return the logo made of it',
  'POST /api/invoices/:id/payments/:paymentId/refund': 'the refund stores the key itself, and replies with its current status',
  'POST /api/invoices/:id/attempts/:attemptId/accept': 'an attempt is decided once; the page shows the result',
  'POST /api/invoices/:id/attempts/:attemptId/refund': 'an attempt is decided once; the page shows the result',
  'POST /api/payments/:provider/check': 'a read',
  'POST /api/payments/:provider/fix': 'records what the provider has, each charge once',
  'POST /api/customers/similar': 'a read',
  'POST /api/business-profile/preview': 'renders and stores nothing',
  'POST /api/document-preview': 'renders and stores nothing',
  'POST /api/recurring-invoices/preview': 'stores nothing',
  'POST /api/get-or-create-subscription': 'its attempt is the idempotency key at the provider',
  'POST /api/verify-subscription': 'a read',
  'POST /api/create-customer-portal': 'an unused portal session has no effect',
  'PUT /api/account/name': 'idempotent',
  'POST /api/account/email': 'idempotent; its emails are rate limited',
  'POST /api/account/email/resend': 'its emails are rate limited',
  'DELETE /api/account/email': 'idempotent',
  'POST /api/account/password': 'idempotent, and no hash of the request with the password may be stored',
  'POST /api/account/two-factor': 'its reply is a secret, which may not be stored; a newer one replaces it',
  'POST /api/account/two-factor/confirm':
    'its reply is a secret, which may not be stored; the page shows the status and can make new codes',
  'POST /api/account/two-factor/off': 'idempotent',
  'POST /api/account/two-factor/recovery-codes': 'its reply is a secret, which may not be stored; newer codes replace it',
  'POST /api/account/tokens': 'its reply is a secret, which may not be stored; an unused token can be revoked',
  'DELETE /api/account/sessions/:ref': 'idempotent',
  'POST /api/account/sessions/end-others': 'idempotent',
  'POST /api/account/delete': 'the user no longer exists for a repetition',
}

test('every change takes an Idempotency-Key or states why it needs none', () => {
  const changes = app.routes.filter(({ endpoint: { access, method } }) => access === 'user' && method !== 'GET')
  const nameOf = ({ endpoint: { method, path } }: (typeof changes)[number]) => `${method} ${path}`
  expect(changes.length).toBeGreaterThan(40)
  expect(
    changes
      .filter(({ isIdempotent }) => !isIdempotent)
      .map(nameOf)
      .sort(),
  ).toEqual(Object.keys(withoutKey).sort())
})

const created = <Path extends string>(path: Path, body: object) => app.call(ada, 'POST', path, body)
const customer = () => created('/api/customers', { name: 'Acme', email: 'acme@example.com' })
const line = { description: 'Hour', quantity: '1.00', unitPrice: '80.00' }
let numbers = 0
const invoiceBody = (customerId: number, status = 'draft') => ({
  customerId,
  invoiceNumber: `T-${++numbers}`,
  status,
  issueDate: '2026-01-01',
  dueDate: '2030-01-31',
  lineItems: [line],
})
const estimateBody = (customerId: number) => {
  const { invoiceNumber, dueDate, ...rest } = invoiceBody(customerId)
  return { ...rest, estimateNumber: invoiceNumber, expiryDate: dueDate }
}
const expenseBody = { description: 'Train', amount: '5.00', category: 'Travel', expenseDate: '2026-01-02' }

type Call = { method: 'POST' | 'PUT' | 'DELETE'; url: string; body?: object | undefined }
/** One change of each kind, on records of its own. */
const kinds: Record<string, () => Promise<Call>> = {
  'a new customer': async () => ({ method: 'POST', url: '/api/customers', body: { name: 'New' } }),
  'an edit of a customer': async () => {
    const { id, version } = await customer()
    return { method: 'PUT', url: `/api/customers/${id}`, body: { name: 'Other', version } }
  },
  'a deletion of a customer': async () => ({ method: 'DELETE', url: `/api/customers/${(await customer()).id}` }),
  'an undone deletion': async () => {
    const { id } = await customer()
    await app.send(ada, 'DELETE', `/api/customers/${id}`)
    return { method: 'POST', url: `/api/customers/${id}/restore` }
  },
  'an edit of an item': async () => {
    const { id, version } = await created('/api/items', { name: 'Hour', unitPrice: '80.00' })
    return { method: 'PUT', url: `/api/items/${id}`, body: { name: 'Day', unitPrice: '500.00', version } }
  },
  'a deletion of an item': async () => ({
    method: 'DELETE',
    url: `/api/items/${(await created('/api/items', { name: 'Hour', unitPrice: '80.00' })).id}`,
  }),
  'a new expense': async () => ({ method: 'POST', url: '/api/expenses', body: expenseBody }),
  'an edit of an expense': async () => {
    const { id, version } = await created('/api/expenses', expenseBody)
    return { method: 'PUT', url: `/api/expenses/${id}`, body: { ...expenseBody, amount: '6.00', version } }
  },
  'a deletion of an expense': async () => ({ method: 'DELETE', url: `/api/expenses/${(await created('/api/expenses', expenseBody)).id}` }),
  'a new invoice that goes out': async () => ({ method: 'POST', url: '/api/invoices', body: invoiceBody((await customer()).id, 'sent') }),
  'an edit of an invoice': async () => {
    const body = invoiceBody((await customer()).id)
    const { id, version } = await created('/api/invoices', body)
    return { method: 'PUT', url: `/api/invoices/${id}`, body: { ...body, status: 'paid', version } }
  },
  'a deletion of an invoice': async () => ({
    method: 'DELETE',
    url: `/api/invoices/${(await created('/api/invoices', invoiceBody((await customer()).id))).id}`,
  }),
  'a payment': async () => {
    const { id } = await created('/api/invoices', invoiceBody((await customer()).id, 'sent'))
    const body = { amount: '80.00', paymentDate: '2026-01-03', paymentMethod: 'Cash', sendReceipt: false }
    return { method: 'POST', url: `/api/invoices/${id}/payments`, body }
  },
  'a payment that is undone': async () => {
    const { id } = await created('/api/invoices', invoiceBody((await customer()).id, 'sent'))
    const body = { amount: '80.00', paymentDate: '2026-01-03', paymentMethod: 'Cash', sendReceipt: false }
    const { payment } = await created(`/api/invoices/${id}/payments`, body)
    return { method: 'DELETE', url: `/api/invoices/${id}/payments/${payment.id}` }
  },
  'an email': async () => ({
    method: 'POST',
    url: `/api/invoices/${(await created('/api/invoices', invoiceBody((await customer()).id))).id}/send-email`,
  }),
  'an edit of an estimate': async () => {
    const body = estimateBody((await customer()).id)
    const { id, version } = await created('/api/estimates', body)
    return { method: 'PUT', url: `/api/estimates/${id}`, body: { ...body, status: 'accepted', version } }
  },
  'a conversion': async () => ({
    method: 'POST',
    url: `/api/estimates/${(await created('/api/estimates', estimateBody((await customer()).id))).id}/convert`,
  }),
  'a deletion of an estimate': async () => ({
    method: 'DELETE',
    url: `/api/estimates/${(await created('/api/estimates', estimateBody((await customer()).id))).id}`,
  }),
  'the business profile': async () => {
    const { id, version } = (await app.call(ada, 'GET', '/api/business-profile'))!
    return { method: 'PUT', url: `/api/business-profile/${id}`, body: { businessName: 'Ada & Sons', version } }
  },
  'the pattern of numbers': async () => ({
    method: 'PUT',
    url: '/api/estimate-numbering',
    body: { prefix: 'OFFER', date: 'YYYY', padding: 3, restart: 'never', nextCounter: 7 },
  }),
  'an export': async () => ({ method: 'POST', url: '/api/account/exports' }),
}

const bytes = ({ status, bytes }: Reply) => `${status} ${bytes}`
/** The rows of all tables that a change could leave. */
const written = () =>
  app.sql(`select (select count(*) from customers) customers, (select count(*) from items) items, (select count(*) from expenses) expenses,
    (select count(*) from documents) documents, (select count(*) from document_lines) lines, (select count(*) from payments) payments,
    (select count(*) from events) events, (select count(*) from document_emails) emails,
    (select count(*) from data_exports) exports, (select sum(version) from customers) edits, (select sum(version) from documents) more_edits`)

test.for(Object.keys(kinds))('%s happens once when it is sent twice at once and again later, and gets the same response', async (kind) => {
  const { method, url, body } = await kinds[kind]!()
  const ask = (changed = body) => app.send(ada, method, url, changed, { 'idempotency-key': kind.replaceAll(' ', '-') })
  const [one, two] = await Promise.all([ask(), ask()])
  expect(one.status, one.bytes.toString()).toBeLessThan(300)
  expect(bytes(two)).toBe(bytes(one))
  const after = await written()
  expect(bytes(await ask())).toBe(bytes(one))
  if (body) {
    const other = await ask({ ...body, notes: 'Other', name: 'Else', description: 'Else' })
    // The schema refuses invalid input before the key is read.
    if (other.status !== 400) expect(other).toMatchObject({ status: 422, body: { first: one.body } })
  }
  expect(await written()).toEqual(after)
})

test('a repetition gets the first response even if the record changed since', async () => {
  const { id, version } = await customer()
  const first = { name: 'First', version }
  const key = { 'idempotency-key': 'first-edit' }
  const answer = await app.send(ada, 'PUT', `/api/customers/${id}`, first, key)
  await app.send(ada, 'PUT', `/api/customers/${id}`, { name: 'Second' })
  expect(bytes(await app.send(ada, 'PUT', `/api/customers/${id}`, first, key))).toBe(bytes(answer))
  await app.send(ada, 'DELETE', `/api/customers/${id}`)
  expect(bytes(await app.send(ada, 'PUT', `/api/customers/${id}`, first, key))).toBe(bytes(answer))
  // Another body under the same key is refused with the first reply, even after the record was deleted.
  expect(await app.send(ada, 'PUT', `/api/customers/${id}`, { ...first, name: 'Third' }, key)).toMatchObject({
    status: 422,
    body: { first: { id, name: 'First' } },
  })
  expect((await app.send(ada, 'GET', `/api/customers/${id}`)).status).toBe(404)
})

test('a key of another method, address or set of scopes tells nothing of the first reply', async () => {
  const body = invoiceBody((await customer()).id)
  const key = { 'idempotency-key': 'of-an-invoice' }
  const { id } = await app.call(ada, 'POST', '/api/invoices', body, key)
  const tokenWith = async (...scopes: string[]) => {
    const { token } = await app.call(ada, 'POST', '/api/account/tokens', { name: 'T', scopes, expiresInDays: null })
    return { authorization: `Bearer ${token}` }
  }
  const item = { name: 'Hour', unitPrice: '80.00' }
  const others: [who: Person | null, method: 'POST' | 'PUT' | 'DELETE', url: string, body: object | undefined, headers?: object][] = [
    [null, 'POST', '/api/items', item, await tokenWith('items:write')],
    [ada, 'POST', '/api/items', item],
    [ada, 'PUT', `/api/invoices/${id}`, body],
    [ada, 'DELETE', `/api/invoices/${id}`, undefined],
    // Even the same request, which this token could make.
    [null, 'POST', '/api/invoices', body, await tokenWith('invoices:write')],
  ]
  const before = await written()
  for (const [who, method, url, sent, headers] of others) {
    const reply = await app.send(who, method, url, sent, { ...key, ...headers })
    expect([method, url, reply.status, reply.body]).toEqual([
      ...[method, url, 422],
      { message: 'This Idempotency-Key was used for a different request. Use a new key.' },
    ])
  }
  expect(await app.send(ada, 'POST', '/api/invoices', { ...body, notes: 'Other' }, key)).toMatchObject({
    status: 422,
    body: { first: { id } },
  })
  expect(await written()).toEqual(before)
})

test('a token gets its own first response again, but not that of a token with fewer or other scopes', async () => {
  const tokenWith = async (...scopes: string[]) => {
    const { token } = await app.call(ada, 'POST', '/api/account/tokens', { name: 'T', scopes, expiresInDays: null })
    return (amount: string) =>
      app.send(
        null,
        'POST',
        '/api/items',
        { name: 'Hour', unitPrice: amount },
        { authorization: `Bearer ${token}`, 'idempotency-key': 'by-token' },
      )
  }
  const both = await tokenWith('items:write', 'customers:read')
  const first = await both('80.00')
  expect([first.status, bytes(await both('80.00'))]).toEqual([201, bytes(first)])
  // A token that was renewed.
  expect(bytes(await (await tokenWith('customers:read', 'items:write'))('80.00'))).toBe(bytes(first))
  expect((await (await tokenWith('items:write'))('80.00')).body.first).toBeUndefined()
})

test('a refused change does not use up its key', async () => {
  const { id } = await created('/api/invoices', invoiceBody((await customer()).id, 'sent'))
  const writeOff = (amount: string) =>
    app.send(ada, 'POST', `/api/invoices/${id}/write-offs`, { amount, day: '2026-01-03' }, { 'idempotency-key': 'too-much' })
  expect((await writeOff('80.01')).status).toBe(400)
  expect((await writeOff('80.00')).status).toBe(201)
})

test('stored responses are purged after no form can repeat the request', async () => {
  await app.sql("update idempotency_keys set created_at = now() - interval '41 days' where key = 'first-edit'")
  // One request in 256 starts the purge.
  const bodies = Array.from({ length: 5000 }, (_, i) => ({ name: `Item ${i}`, unitPrice: '1.00' }))
  const hash = (body: object) =>
    createHash('sha256')
      .update(`POST /api/items\n${JSON.stringify(body)}`)
      .digest('hex')
  const body = bodies.find((body) => hash(body).startsWith('00'))
  await app.send(ada, 'POST', '/api/items', body, { 'idempotency-key': 'clears-away' })
  expect(await app.sql("select key from idempotency_keys where key = 'first-edit'")).toEqual([])
  expect(await app.sql("select key from idempotency_keys where key = 'too-much'")).toHaveLength(1)
})

test('a page of a user who signed out saves nothing for the user who signed in since', async () => {
  const bob = await app.person('bob')
  const { id: adas } = await app.call(ada, 'GET', '/api/auth/user')
  const { id: bobs } = await app.call(bob, 'GET', '/api/auth/user')
  const from = (id: number) => app.send(bob, 'POST', '/api/items', { name: 'Hour', unitPrice: '80.00' }, { 'x-billfold-user': String(id) })
  expect(await from(adas)).toMatchObject({ status: 403, body: { message: expect.stringContaining('Another user has signed in') } })
  expect(await app.call(bob, 'GET', '/api/items')).toEqual([])
  expect((await from(bobs)).status).toBe(201)
  // Reads are allowed: they may tell the page which user is signed in.
  expect((await app.send(bob, 'GET', '/api/auth/user', undefined, { 'x-billfold-user': String(adas) })).status).toBe(200)
})
