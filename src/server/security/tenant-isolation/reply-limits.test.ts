import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { waitForJobs } from '#server/testing/tenant-isolation/fixture.ts'
import { readEndpointsOnce } from '#server/testing/tenant-isolation/read-endpoints.ts'
import type { Tenant } from '#server/testing/tenant-isolation/references.ts'
import { getEndpointName } from '#server/testing/tenant-isolation/samples.ts'
import { createTenant } from '#server/testing/tenant-isolation/tenant.ts'
import { maxReplyBytes } from '#shared/contract/lists.ts'

// Whatever an account contains, no reply is larger than a page may be: checked for every read.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let app: TestApp
let ada: Tenant
beforeAll(async () => {
  app = await createTestApp({ adminEmail: 'root@example.com' })
  ada = await createTenant(app, await app.person('ada'), 'ADA')
  await waitForJobs(app)
  await fill()
})
afterAll(() => app?.close())

/** Texts of the maximum length, of the characters that take the most space in JSON. */
const long = (characters: number) => `repeat(E'\\x01', ${characters})`

/** Thousands of every record, inserted with SQL. */
const fill = async () => {
  const { userId, ids } = ada
  const count = 3000
  const insert = (table: string, columns: string, values: string, from = `generate_series(1, ${count}) n`) =>
    app.sql(`insert into ${table} (user_id, ${columns}) select ${userId}, ${values} from ${from}`)
  await insert('customers', 'name, company, email', `${long(200)}, ${long(200)}, 'mail' || n || '@example.com'`)
  await insert('items', 'name, description, category, unit_price', `${long(200)}, ${long(2000)}, ${long(90)} || n, 1`)
  await insert(
    'expenses',
    'customer_id, description, vendor, category, receipt_url, amount, expense_date',
    `${ids.customers}, ${long(500)}, ${long(200)}, 'Travel', 'https://example.com/' || repeat('x', 1900), 1, date '2026-01-01'`,
  )
  const columns = 'status, issue_date, subtotal, net_amount, tax_amount, total, home_total, notes, terms, content_bytes'
  const texts = (characters: number) => '\x01'.repeat(characters)
  const lineItems = Array(5).fill({ description: texts(2000) })
  const contentBytes = computeContentBytes({ lineItems, notes: texts(10_000), terms: texts(10_000) }, [{ name: null, exemption: null }])
  const values = (status: string) =>
    `'${status}', date '2026-01-01', 10.00, 10.00, 1.00, 11.00, 11.00, ${long(10_000)}, ${long(10_000)}, ${contentBytes}`
  await insert(
    'documents',
    `type, customer_id, number, due_date, ${columns}`,
    `'invoice', c.id, 'I' || n, date '2026-02-01', ${values('sent')}`,
    `(select id, row_number() over () as n from customers where user_id = ${userId}) c`,
  )
  await insert(
    'documents',
    `type, deleted_at, customer_id, number, due_date, ${columns}`,
    `'invoice', now(), ${ids.customers}, 'D' || n, date '2026-02-01', ${values('sent')}`,
  )
  await insert(
    'documents',
    `type, customer_id, number, expiry_date, ${columns}`,
    `'estimate', ${ids.customers}, 'E' || n, date '2026-02-01', ${values('rejected')}`,
  )
  // The lines below are added to all documents.
  await app.sql(`update documents set content_bytes = ${contentBytes} where user_id = ${userId}`)
  const documents = `documents d where d.user_id = ${userId}`
  await insert(
    'estimate_responses',
    'document_id, response, responded_at, responded_by, reason',
    `d.id, 'rejected', now(), ${long(200)}, ${long(1000)}`,
    `${documents} and d.status = 'rejected'`,
  )
  await insert('document_taxes', 'document_id, percent, base, amount, is_typed', `d.id, d.id % 10000 / 100.0, 10.00, 1.00, true`, documents)
  await insert(
    'document_lines',
    'document_id, position, description, quantity, unit_price, amount, total, net',
    `d.id, k, ${long(2000)}, 1.00, 1.00, 1.00, 1.00, 1.00`,
    `generate_series(11, 15) k, ${documents}`,
  )
  for (const type of ['invoice', 'estimate']) {
    const changes = `(select jsonb_agg(jsonb_build_object('field', 'Line ' || k, 'before', ${long(500)}, 'after', ${long(500)})) from generate_series(1, 50) k)`
    await insert(
      'events',
      'subject_type, subject_id, kind, actor, changes',
      `'${type}', ${ids[`${type}s`]}, 'edited', ${long(200)}, ${changes}`,
      'generate_series(1, 300) n',
    )
    await insert(
      'document_emails',
      'document_id, to_address, subject, message, state, reason',
      `${ids[`${type}s`]}, 'a@example.com', ${long(200)}, ${long(5000)}, 'failed', ${long(500)}`,
    )
  }
  const payment = `11, date '2026-01-02', 'stripe', 'stripe', 'succeeded', ${long(500)}`
  const paid = 'amount, payment_date, payment_method, provider, status, notes'
  await insert('payments', `document_id, ${paid}`, `${ids.invoices}, ${payment}`, 'generate_series(1, 300) n')
  await insert('payments', `document_id, ${paid}`, `d.id, ${payment}`, `${documents} and d.type = 'invoice' and d.deleted_at is not null`)
  await insert(
    'payment_refunds',
    'payment_id, amount, status, reason, problem',
    `p.id, 0.01, 'failed', ${long(200)}, ${long(300)}`,
    `payments p where p.user_id = ${userId}`,
  )
  await insert(
    'payment_attempts',
    'id, document_id, provider, account_id, ref, amount, document_version, status, problem',
    `'att' || n, ${ids.invoices}, 'paypal', 'account', 'ref' || n, 1, 1, 'review', ${long(300)}`,
  )
  await insert('security_events', 'kind, address, user_agent, detail', `'signed_in', '127.0.0.1', ${long(500)}, '{}'`)
  await insert('api_tokens', 'name, hash, last_four, scopes, expires_at', `${long(100)}, 'hash' || n, '1234', '{customers:read}', now()`)
  await insert(
    'statement_emails',
    'customer_id, from_day, to_day, to_address, subject, state, reason',
    `${ids.customers}, date '2026-01-01', date '2026-01-31', 'a@example.com', ${long(200)}, 'failed', ${long(500)}`,
  )
  await app.sql(
    `insert into sessions (sid, sess, expire) select 'sid' || n, (s.sess::jsonb || jsonb_build_object('userAgent', repeat('x', 500)))::json, s.expire
     from sessions s, generate_series(1, ${count}) n where (s.sess ->> 'userId')::int = ${userId}`,
  )
  await app.sql('analyze')
}

test('every read replies at most 4 MB, however much the account contains', async () => {
  const answers = await readEndpointsOnce(app, ada)
  const fileCalls = app.routes
    .filter(({ endpoint }) => endpoint.kind === 'file')
    .map(({ endpoint }) => getEndpointName(endpoint).replace(/:\w+/g, '[^/?]+'))
  const isFile = (name: string) => fileCalls.some((call) => new RegExp(`^${call}(\\?|$)`).test(name))
  const seen = [...answers].map(([name, { status, text }]) => ({ name, status, bytes: text.length }))
  expect(seen.filter(({ status }) => status >= 500)).toEqual([])
  expect(seen.filter(({ name, bytes }) => !isFile(name) && bytes > maxReplyBytes)).toEqual([])
  // These are cut, and have a cursor.
  for (const path of [
    ...(['/api/customers', '/api/items', '/api/expenses', '/api/invoices', '/api/estimates', '/api/account/security-events'] as const),
  ]) {
    const reply = await app.send(ada, 'GET', path)
    expect([path, reply.body.length <= 1000, typeof reply.headers['x-next-cursor']]).toEqual([path, true, 'string'])
  }
  expect(seen.length).toBeGreaterThan(50)
})

test('so do the documents of figures, the customer page, public pages and the admin’s lists', async () => {
  await app.sql(
    "insert into users (issuer, subject, email, first_name) select 'x', n, 'x' || n || '@example.com', repeat('x', 100) from generate_series(1, 3000) n",
  )
  await app.sql(
    "insert into admin_lookups (admin_id, admin_email, what, address) select 1, 'root@example.com', 'users.list', '::1' from generate_series(1, 3000) n",
  )
  const root = await app.person('root')
  const days = 'from=2026-01-01&to=2026-12-31'
  const asked = [
    ...['users', 'audit-log', 'user-stats'].map((path) => [root, `/api/admin/${path}`] as const),
    ...['invoices', 'estimates', 'expenses', 'figures'].map((path) => [ada, `/api/customers/${ada.ids.customers}/${path}`] as const),
    ...['expenses', 'invoiced', 'received', 'profit'].map((of) => [ada, `/api/reports/documents?of=${of}&${days}&limit=1000`] as const),
    ...['customer', 'receivables', 'sales-tax', `statement&customerId=${ada.ids.customers}`].map(
      (type) => [ada, `/api/reports?${days}&type=${type}`] as const,
    ),
    [null, `/api/public/invoice/${ada.publicIds.invoice}`],
    [null, `/api/public/estimate/${ada.publicIds.estimate}`],
  ] as const
  for (const [who, path] of asked) {
    const reply = await app.send(who, 'GET', path)
    expect([path, reply.status, reply.bytes.length <= maxReplyBytes]).toEqual([path, 200, true])
  }
})
