import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxKeys } from '#server/sandbox/stripe/stripe-sandbox.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { attach, pdf, upload, uploadLogo } from '#server/testing/upload.ts'

// The walls between users, walked over the route table, so that a new route can't be forgotten.

let app: TestApp
let ada: Person
let bob: Person
let owned: Record<string, number>
/** Rows that stand below an invoice, or an estimate. */
let parts: Record<string, { emailId: number; paymentId?: number; attemptId?: string; orderId?: string }>
let publicIds: { invoice: string; estimate: string }
let deleted: number
/** Names the session that ada is signed in by. */
let sessionRef: string

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body
  const item = (await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })).body
  const invoice = (
    await app.send(ada, 'POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber: 'SECRET-1',
      status: 'sent',
      issueDate: '2026-01-01',
      dueDate: '2026-01-31',
      lineItems: [{ itemId: item.id, description: 'Hour', quantity: 1, unitPrice: 80 }],
    })
  ).body
  const estimate = (
    await app.send(ada, 'POST', '/api/estimates', {
      customerId: customer.id,
      estimateNumber: 'SECRET-8',
      status: 'sent',
      issueDate: '2026-01-01',
      expiryDate: '2099-01-31',
      lineItems: [{ itemId: item.id, description: 'Hour', quantity: 1, unitPrice: 80 }],
    })
  ).body
  const expense = (
    await app.send(ada, 'POST', '/api/expenses', { description: 'SECRET-2', amount: 5, category: 'Travel', expenseDate: '2026-01-02' })
  ).body
  const profile = (
    await app.send(ada, 'POST', '/api/business-profile', {
      businessName: 'SECRET-10',
      stripePublishableKey: 'SECRET-11',
      stripeSecretKey: sandboxKeys('ada').secretKey,
      paypalClientId: 'SECRET-13',
      timeZone: 'Asia/Tokyo',
    })
  ).body
  const receipt = (await attach(app, ada, pdf, 'SECRET-4.pdf')).body
  // Only now, so that no e-mail is under way while the walls are walked.
  await app.send(ada, 'PUT', `/api/customers/${customer.id}`, { name: 'Acme', email: 'a@acme.example' })
  const [payment] = await app.sql<{ id: number }>(
    `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, status)
     values ($1, $2, 5, '2026-01-03', 'SECRET-5', 'manual', 'succeeded') returning id`,
    [ada.userId, invoice.id],
  )
  const [email] = await app.sql<{ id: number }>(
    `insert into invoice_emails (user_id, invoice_id, kind, to_address, subject, state)
     values ($1, $2, 'invoice', 'SECRET-6@acme.example', 'SECRET-6', 'failed') returning id`,
    [ada.userId, invoice.id],
  )
  const [estimateEmail] = await app.sql<{ id: number }>(
    `insert into estimate_emails (user_id, estimate_id, to_address, subject, state)
     values ($1, $2, 'SECRET-9@acme.example', 'SECRET-9', 'failed') returning id`,
    [ada.userId, estimate.id],
  )
  await app.sql(
    `insert into statement_emails (user_id, customer_id, from_day, to_day, to_address, subject, state)
     values ($1, $2, '2026-01-01', '2026-01-31', 'SECRET-16@acme.example', 'SECRET-16', 'failed')`,
    [ada.userId, customer.id],
  )
  const [attempt] = await app.sql<{ id: string; ref: string }>(
    `insert into payment_attempts (user_id, id, invoice_id, provider, account_id, ref, amount, invoice_version, status)
     values ($1, 'att_ada', $2, 'paypal', 'SECRET-14', 'ORDER0OF0ADA', 5, 1, 'review') returning id, ref`,
    [ada.userId, invoice.id],
  )
  parts = {
    invoices: { emailId: email!.id, paymentId: payment!.id, attemptId: attempt!.id, orderId: attempt!.ref },
    estimates: { emailId: estimateEmail!.id },
  }
  for (const kind of ['invoice', 'estimate']) await app.send(ada, 'PUT', `/api/${kind}-numbering`, { ...numbering, prefix: 'SECRET-7-' })
  await app.sql("update users set stripe_customer_id = 'SECRET-15', subscription_account = 'sandbox' where id = $1", [ada.userId])
  // A deleted customer, so that nobody else can ask it back either.
  const gone = (await app.send(ada, 'POST', '/api/customers', { name: 'SECRET-3' })).body
  await app.send(ada, 'DELETE', `/api/customers/${gone.id}`)
  owned = {
    customers: customer.id,
    items: item.id,
    invoices: invoice.id,
    estimates: estimate.id,
    expenses: expense.id,
    receipts: receipt.id,
    'business-profile': profile.id,
    account: (await app.send(ada, 'POST', '/api/account/exports')).body.id,
  }
  deleted = gone.id
  sessionRef = (await app.send(ada, 'GET', '/api/account/sessions')).body[0].ref
  const publicId = async (of: string) => (await app.sql<{ public_id: string }>(`select public_id from public_${of}s`))[0]!.public_id
  publicIds = { invoice: await publicId('invoice'), estimate: await publicId('estimate') }
})
afterAll(() => app.close())

const numbering = { prefix: 'INV-', includeYear: true, padding: 4, restartYearly: true, nextCounter: 1 }

/** A body that the endpoint accepts, so that what refuses is the wall and not the validation. */
const bodies: Record<string, unknown> = {
  'PUT /api/customers/:id': { name: 'Mine now' },
  'PUT /api/items/:id': { name: 'Mine now', unitPrice: 1 },
  'PUT /api/expenses/:id': { description: 'Mine now', amount: 1, category: 'Travel', expenseDate: '2026-01-02' },
  'PUT /api/invoices/:id': {
    customerId: 1,
    invoiceNumber: 'Mine now',
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    status: 'paid',
    lineItems: [{ description: 'Mine now', quantity: 1, unitPrice: 1 }],
  },
  'PUT /api/estimates/:id': {
    customerId: 1,
    estimateNumber: 'Mine now',
    issueDate: '2026-01-01',
    expiryDate: '2026-01-31',
    status: 'accepted',
    lineItems: [{ description: 'Mine now', quantity: 1, unitPrice: 1 }],
  },
  'PUT /api/business-profile/:id': { businessName: 'Mine now', stripeSecretKey: 'sk_test_mine', timeZone: 'Europe/Paris' },
  'POST /api/business-profile/:id/disconnect': { provider: 'stripe' },
  'POST /api/public/estimate/:publicId/accept': { name: 'Bob', version: 1 },
  'POST /api/public/estimate/:publicId/decline': { reason: 'Mine now', version: 1 },
  'POST /api/invoices/:id/payments': { amount: 1, paymentDate: '2026-01-02', paymentMethod: 'Cash' },
  'POST /api/invoices/:id/payments/:paymentId/refund': { amount: 1 },
  'POST /api/invoices/:ref/paypal-order': { amount: 1, currency: 'USD', intent: 'CAPTURE' },
}
const urlOf = (path: string) =>
  path
    .replace('/sessions/:ref', `/sessions/${sessionRef}`)
    .replace(/:(id|ref)\b/, String(owned[kindOf(path)]))
    .replace(/:(emailId|paymentId|attemptId|orderId)\b/, (_, name: 'emailId' | 'paymentId' | 'attemptId' | 'orderId') =>
      String(parts[kindOf(path)]![name]),
    )
const kindOf = (path: string) => path.split('/')[2]!
const everything = async () =>
  JSON.stringify([
    await app.sql('select * from customers order by id'),
    await app.sql('select * from items order by id'),
    await app.sql('select * from invoices order by id'),
    await app.sql('select * from invoice_line_items order by id'),
    await app.sql('select * from invoice_events order by id'),
    await app.sql('select * from invoice_emails order by id'),
    await app.sql('select * from invoice_numbering order by user_id'),
    await app.sql('select * from estimates order by id'),
    await app.sql('select * from estimate_line_items order by id'),
    await app.sql('select * from estimate_events order by id'),
    await app.sql('select * from estimate_emails order by id'),
    await app.sql('select * from estimate_numbering order by user_id'),
    await app.sql('select * from statement_emails order by id'),
    await app.sql('select * from payments order by id'),
    await app.sql('select * from payment_attempts order by id'),
    await app.sql('select * from payment_refunds order by id'),
    await app.sql('select * from expenses order by id'),
    await app.sql('select * from deleted_records order by id'),
    await app.sql('select * from data_exports order by id'),
    await app.sql('select * from files order by id'),
    await app.sql('select * from business_profiles order by user_id'),
    await app.sql('select * from payment_credentials order by user_id, provider'),
    await app.sql('select id, chosen_time_zone, stripe_customer_id, subscription_status, subscription_attempt_id from users order by id'),
    await app.sql('select sid from sessions order by sid'),
  ])

test('every call on a row of ada answers bob 404 and a visitor 401, and changes nothing', async () => {
  const before = await everything()
  const onRows = app.routes.filter(({ endpoint }) => /:(id|ref)\b/.test(endpoint.path))
  expect(onRows.length).toBeGreaterThan(6)
  for (const { endpoint } of onRows) {
    const url = urlOf(endpoint.path)
    expect(url).not.toContain(':')
    const name = `${endpoint.method} ${endpoint.path}`
    const body = endpoint.method === 'PUT' || endpoint.method === 'POST' ? (bodies[name] ?? {}) : undefined
    const stranger = await app.send(bob, endpoint.method, url, body)
    const nobody = await app.send(bob, endpoint.method, url.replace(/\d+/, '999999'), body)
    expect([name, stranger.status, stranger.body]).toEqual([name, 404, nobody.body])
    expect([name, (await app.send(null, endpoint.method, url, body)).status]).toEqual([name, 401])
  }
  expect(await everything()).toBe(before)
})

test('what ada deleted is hers alone to ask back', async () => {
  const url = `/api/customers/${deleted}/restore`
  expect((await app.send(bob, 'POST', url)).status).toBe(404)
  expect((await app.send(null, 'POST', url)).status).toBe(401)
  expect((await app.send(ada, 'POST', url)).body.name).toBe('SECRET-3')
})

test('ada’s logo, and the picture that she is about to make one of, are hers alone', async () => {
  // No other call for users names a row by anything but its number, which the walk above goes over.
  const byName = app.routes.map(({ endpoint }) => endpoint).filter(({ access, path }) => access === 'user' && /:(?!id|ref)/.test(path))
  // A provider's name is nobody's row.
  expect(byName.map(({ path }) => path).filter((path) => !/:(id|ref|provider)\b/.test(path))).toEqual(['/objects/logos/:name'])
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const { objectPath } = (await uploadLogo(app, ada, picture)).body
  const logoURL = await upload(app, ada, picture)
  const before = await everything()
  const asked = async (who: Person | null) => [
    (await app.send(who, 'GET', objectPath)).status,
    (await app.send(who, 'PUT', '/api/business-profiles/logo', { logoURL })).status,
    (await app.send(who, 'POST', '/api/business-profile', { businessName: 'Mine now', logoUrl: objectPath })).status,
  ]
  expect([await asked(bob), await asked(null)]).toEqual([
    [404, 404, 400],
    [401, 401, 401],
  ])
  expect(await everything()).toBe(before)
  expect((await app.send(ada, 'GET', objectPath)).status).toBe(200)
  expect((await app.send(ada, 'PUT', '/api/business-profiles/logo', { logoURL })).status).toBe(200)
})

test('every other call for users answers a visitor 401, and tells bob nothing of ada', async () => {
  for (const { endpoint } of app.routes.filter(({ endpoint }) => endpoint.access === 'user' && !endpoint.path.includes(':'))) {
    const body = endpoint.method === 'GET' ? undefined : {}
    expect([endpoint.path, (await app.send(null, endpoint.method, endpoint.path, body)).status]).toEqual([endpoint.path, 401])
    if (endpoint.method === 'GET') expect((await app.send(bob, 'GET', endpoint.path)).bytes.toString()).not.toMatch(/SECRET-\d|Acme|ada@/)
  }
})

test('every call for the admin answers a visitor 401 and everybody else 403, whatever is asked, and leaves nothing behind', async () => {
  // Each call is for users, for the admin, or for anybody: one of the walks here goes over it.
  expect(new Set(app.routes.map(({ endpoint }) => endpoint.access))).toEqual(new Set(['user', 'admin', 'public']))
  const forAdmin = app.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access === 'admin')
  expect(forAdmin.length).toBeGreaterThan(2)
  expect(app.routes.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/api/admin/'))).toEqual(forAdmin)
  const before = await everything()
  for (const { method, path } of forAdmin)
    for (const query of ['', '?limit=1', '?limit=nonsense&isAdmin=true&role=admin']) {
      const url = path.replace(/:\w+/g, String(ada.userId)) + query
      const body = method === 'POST' || method === 'PUT' ? { isAdmin: true } : undefined
      const stranger = await app.send(bob, method, url, body)
      expect([method, url, stranger.status, stranger.body]).toEqual([method, url, 403, { message: noAdmin }])
      expect([method, url, (await app.send(null, method, url, body)).status]).toEqual([method, url, 401])
    }
  expect(await everything()).toBe(before)
  expect(await app.sql('select * from admin_lookups')).toEqual([])
})
const noAdmin = "You don't have permission to access this page."

test('bob gets none of ada’s invoices by naming them among his own', async () => {
  const reply = await app.send(bob, 'GET', `/api/invoices/download?ids=${owned.invoices}`)
  expect([reply.status, reply.body.message]).toEqual([404, 'Invoice not found'])
  // His numbers follow his own, not hers.
  expect(
    (await app.send(bob, 'PUT', '/api/invoice-numbering', { ...numbering, prefix: 'SECRET-', includeYear: false })).body.nextNumber,
  ).toBe('SECRET-0001')
  await app.sql('delete from invoice_numbering where user_id = $1', [bob.userId])
})

test('every public call takes the public id only: row numbers answer 404', async () => {
  const open = app.routes.filter(({ endpoint }) => endpoint.access === 'public' && endpoint.path.includes(':publicId'))
  expect(open.length).toBeGreaterThan(1)
  for (const { endpoint } of open) {
    const row = String(endpoint.path.includes('estimate') ? owned.estimates : owned.invoices)
    const body = endpoint.method === 'POST' ? (bodies[`${endpoint.method} ${endpoint.path}`] ?? {}) : undefined
    const byRow = await app.send(null, endpoint.method, endpoint.path.replace(':publicId', row), body)
    if (endpoint.kind === 'redirect') expect(byRow.headers.location).toBe(`/pay-invoice/${row}`)
    else expect([endpoint.path, byRow.status]).toEqual([endpoint.path, 404])
  }
  for (const [of, id] of Object.entries(publicIds)) {
    expect([of, (await app.send(null, 'GET', `/api/public/${of}/${id}`)).status]).toEqual([of, 200])
    // An id of the other kind opens nothing.
    expect([of, (await app.send(null, 'GET', `/api/public/${of === 'invoice' ? 'estimate' : 'invoice'}/${id}`)).status]).toEqual([of, 404])
  }
})

test('the database itself refuses: without a filter, bob sees and changes none of ada’s rows', async () => {
  const tables = (
    await app.sql<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1",
    )
  ).map(({ name }) => name)
  expect(tables).toEqual(
    expect.arrayContaining([
      'customers',
      'invoices',
      'invoice_line_items',
      'invoice_events',
      'invoice_emails',
      'invoice_numbering',
      ...['estimates', 'estimate_line_items', 'estimate_events', 'estimate_emails', 'estimate_numbering', 'statement_emails'],
      'items',
      'payments',
      'public_invoices',
      'public_estimates',
      'idempotency_keys',
      'expenses',
      'files',
      'deleted_records',
      'data_exports',
      'business_profiles',
      'payment_credentials',
    ]),
  )
  for (const table of tables) {
    const seen = (who: Person) => app.database.asUser(who.userId, (db) => db.rows<{ user_id: number }>(`select user_id from ${table}`))
    expect([table, await seen(bob)]).toEqual([table, []])
    expect([table, await app.database.asNobody((db) => db.rows(`select user_id from ${table}`))]).toEqual([table, []])
    expect([table, (await seen(ada)).every((row) => row.user_id === ada.userId)]).toEqual([table, true])
    const touch = app.database.asUser(bob.userId, (db) => db.rows(`update ${table} set user_id = user_id returning 1`))
    // What happened is only ever added to, by anybody.
    if (['invoice_events', 'estimate_events', 'security_events'].includes(table)) await expect(touch).rejects.toThrow(/permission denied/)
    else expect([table, await touch]).toEqual([table, []])
  }
  const steal = (text: string, values: unknown[]) => app.database.asUser(bob.userId, (db) => db.rows(text, values))
  await expect(steal('insert into customers (user_id, name) values ($1, $2)', [ada.userId, 'planted'])).rejects.toThrow(
    /row-level security/,
  )
  await expect(
    steal('insert into expenses (user_id, customer_id, category, description, amount, expense_date) values ($1, $2, $3, $3, 1, $4)', [
      bob.userId,
      owned.customers,
      'x',
      '2026-01-01',
    ]),
  ).rejects.toThrow(/foreign key/)
  for (const kind of ['invoice', 'estimate']) {
    const planted = `insert into ${kind}_events (user_id, ${kind}_id, kind, by) values ($1, $2, 'edited', 'bob')`
    await expect(steal(planted, [bob.userId, owned[`${kind}s`]])).rejects.toThrow(/foreign key/)
    await expect(steal(planted, [ada.userId, owned[`${kind}s`]])).rejects.toThrow(/row-level security/)
  }
  await expect(steal('select enqueue_job($1, $2)', ['invoices.send', JSON.stringify({ userId: ada.userId })])).rejects.toThrow(
    /another user/,
  )
})

test('the app connects as a role that owns nothing and can’t bypass the policies', async () => {
  const [role] = await app.database.asNobody((db) =>
    db.rows<{ bypass: boolean; owned: number }>(
      'select rolbypassrls or rolsuper as bypass, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user',
    ),
  )
  expect(role).toEqual({ bypass: false, owned: 0 })
})
