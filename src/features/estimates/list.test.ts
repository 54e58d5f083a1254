import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { insertDocuments } from '#server/testing/records.ts'
import { lineItem, longFields } from '#shared/contract/documents.ts'
import { estimate } from '#shared/contract/estimates.ts'
import { estimates } from './read.ts'

// The database builds these replies and they aren't parsed on the way out, so these tests compare them with the contract.

const { customer, invoice, answer } = estimate.shape
const strict = z.strictObject({
  ...estimate.shape,
  customer: z.strictObject(customer.shape),
  invoice: z.strictObject(invoice.unwrap().shape).nullable(),
  answer: z.strictObject(answer.unwrap().shape).nullable(),
  lineItems: z.array(z.strictObject(lineItem.shape)),
})

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  ada = await app.person('ada')
  const customer = async (body: object) => (await app.send(ada, 'POST', '/api/customers', body)).body.id as number
  const acme = await customer({ name: 'Acme "& Söhne" \\ <b>\u2028', company: 'Zürich 100%', email: 'pay@acme.example' })
  const silent = await customer({ name: '無' })
  const itemId = (await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '0.10' })).body.id as number
  const line = (over: object = {}) => ({ description: 'Work', quantity: 1, unitPrice: '100', ...over })
  const kinds: object[] = [
    {},
    { status: 'sent', expiryDate: '2026-03-09', customerId: silent },
    { status: 'sent', expiryDate: '2026-03-10', notes: 'a "quote"\n\t\\ 😀', terms: '{}' },
    { taxRate: '8.25', taxAmount: '0.01' },
    { taxRate: 100, lineItems: [line({ itemId, quantity: '0.01', unitPrice: 0 }), line({ description: '\u0085 \\u0041 "' }), line()] },
    { status: 'accepted', lineItems: [line({ unitPrice: '99999999.99' })] },
    { status: 'rejected', customerId: silent },
    { status: 'accepted' },
  ]
  for (const [i, kind] of kinds.entries()) {
    const body = {
      customerId: acme,
      estimateNumber: `N-${i}`,
      issueDate: `2026-01-0${i + 1}`,
      expiryDate: '2026-06-01',
      lineItems: [line()],
      ...kind,
    }
    const made = await app.send(ada, 'POST', '/api/estimates', body, { 'idempotency-key': `key-${i}` })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect(z.encode(strict, strict.parse(made.body))).toEqual(made.body)
    expect((await app.send(ada, 'POST', '/api/estimates', body, { 'idempotency-key': `key-${i}` })).body).toEqual(made.body)
    if (i === 7) await app.send(ada, 'DELETE', `/api/invoices/${made.body.invoice.id}`)
  }
  const answered = (number: string, at: string, by: string | null, reason: string | null) =>
    app.sql(
      "insert into estimate_responses select user_id, id, status, $3, $4, '203.0.113.9', $5 from documents where user_id = $1 and number = $2",
      [ada.userId, number, at, by, reason],
    )
  await answered('N-5', '2026-03-01T23:59:59.999999+14:00', 'Jane "J" Doe', null)
  await answered('N-6', '2026-03-01T00:00:00Z', null, 'Too\nmuch')
  await app.sql("update documents set email_status = 'failed' where user_id = $1 and number = 'N-6'", [ada.userId])
})
afterAll(() => app.close())

const asks = [
  '',
  '?limit=3',
  '?limit=500',
  '?sort=issueDate',
  '?sort=customer&limit=5',
  '?search=n-',
  '?status=expired',
  '?status=accepted',
]

test.each(asks)('the reply to the list request %j matches the contract exactly', async (ask) => {
  const seen = await app.send(ada, 'GET', `/api/estimates${ask}`)
  expect(seen.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(seen.body).not.toEqual([])
  for (const row of seen.body) {
    expect(z.encode(strict, strict.parse(row))).toEqual(row)
    // The reply for a single record is parsed by the schema.
    expect((await app.send(ada, 'GET', `/api/estimates/${row.id}`)).body).toEqual(row)
  }
})

test('the rows contain the stored values', async () => {
  const rows: z.input<typeof estimate>[] = (await app.send(ada, 'GET', '/api/estimates')).body
  const of = (number: string) => rows.find(({ estimateNumber }) => estimateNumber === number)
  expect(rows.map(({ estimateNumber }) => estimateNumber)).toEqual(['N-7', 'N-6', 'N-5', 'N-4', 'N-3', 'N-2', 'N-1', 'N-0'])
  expect(of('N-0')).toMatchObject({ status: 'draft', publicUrl: null, invoice: null, answer: null, emailState: null })
  expect(of('N-1')).toMatchObject({ status: 'expired', customer: { name: '無', company: null, email: null } })
  expect(of('N-2')).toMatchObject({ status: 'sent', publicUrl: expect.stringContaining(`${app.origin}/review-estimate/`), terms: '{}' })
  expect(of('N-5')).toMatchObject({
    status: 'accepted',
    invoice: { invoiceNumber: 'INV-2026-0001', isDeleted: false },
    answer: { at: '2026-03-01T09:59:59.999Z', by: 'Jane "J" Doe', reason: null },
  })
  expect(of('N-6')).toMatchObject({ emailState: 'failed', answer: { by: null, reason: 'Too\nmuch' } })
  expect(of('N-7')!.invoice).toMatchObject({ isDeleted: true })
})

test('supports search by number, customer and company, status as of today, and sorting', async () => {
  const numbers = async (query: string) =>
    (await app.send(ada, 'GET', `/api/estimates${query}`)).body.map(({ estimateNumber }: { estimateNumber: string }) => estimateNumber)
  expect(await numbers('?search=n-3')).toEqual(['N-3'])
  expect(await numbers('?search=%E7%84%A1')).toEqual(['N-6', 'N-1'])
  expect(await numbers('?search=S%C3%96HNE&status=draft')).toEqual(['N-4', 'N-3', 'N-0'])
  expect(await numbers('?search=Z%C3%9CRICH%20100%25&status=sent')).toEqual(['N-2'])
  expect(await numbers('?search=nobody')).toEqual([])
  expect(await numbers('?status=rejected')).toEqual(['N-6'])
  expect(await numbers('?sort=expiryDate&limit=2')).toEqual(['N-1', 'N-2'])
  expect(await numbers('?sort=-total&limit=1')).toEqual(['N-5'])
  expect(await numbers('?from=2026-01-03&to=2026-01-05')).toEqual(['N-4', 'N-3', 'N-2'])
  expect(await numbers('?from=2026-01-07')).toEqual(['N-7', 'N-6'])
  expect(await numbers('?to=2026-01-02&search=n-1')).toEqual(['N-1'])
  expect(await numbers('?sort=estimateNumber')).toEqual(['N-0', 'N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6', 'N-7'])
  expect((await app.send(ada, 'GET', '/api/estimates/summary?search=n-')).body).toMatchObject({
    count: 8,
    total: '100001000.00',
    withoutRate: 0,
  })
  const { byStatus, ...sums } = (await app.send(ada, 'GET', '/api/estimates/summary?from=2026-01-06&status=rejected')).body
  expect(sums).toEqual({ count: 1, total: '100.00', withoutRate: 0 })
  expect(byStatus).toEqual([
    { status: 'draft', count: 0, total: '0.00', withoutRate: 0 },
    { status: 'sent', count: 0, total: '0.00', withoutRate: 0 },
    { status: 'accepted', count: 2, total: '100000099.99', withoutRate: 0 },
    { status: 'rejected', count: 1, total: '100.00', withoutRate: 0 },
    { status: 'expired', count: 0, total: '0.00', withoutRate: 0 },
  ])
  for (const query of ['status=late', 'from=2026-02-30', 'to=soon', 'sort=dueDate', 'limit=0', 'nobody=1', 'after=x'])
    expect([query, (await app.send(ada, 'GET', `/api/estimates?${query}`)).status]).toEqual([query, 400])
})

test('the CSV export has one row per estimate in the requested order', async () => {
  const file = (await app.send(ada, 'GET', '/api/estimates/export?sort=estimateNumber&status=accepted')).bytes.toString()
  const [head, ...rows] = file.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toBe(
    'Estimate,Customer,Company,Email,Status,Issue Date,Expiry Date,Currency,Prices Include Tax,Subtotal,Discount,Charges,Net,Tax Rate,Tax Amount,Rounding,Total,Home Total,' +
      'Invoice,Notes,Terms',
  )
  expect(rows.map((row) => row.split(',').at(0))).toEqual(['N-5', 'N-7'])
  expect(rows[0]).toContain(
    ',Accepted,2026-01-06,2026-06-01,USD,,99999999.99,0.00,0.00,99999999.99,0.00,0.00,0.00,99999999.99,99999999.99,INV-2026-0001,',
  )
})

test.each(['', '&short=true'])('pages of any size add up to the whole list, and the last one has no next cursor: %s', async (form) => {
  const whole = (await app.send(ada, 'GET', `/api/estimates?limit=100${form}`)).body
  for (const limit of [1, 3, 7, 8, 9]) {
    const got: unknown[] = []
    let next: string | undefined
    do {
      const page = await app.send(ada, 'GET', `/api/estimates?limit=${limit}${form}${next ? `&after=${encodeURIComponent(next)}` : ''}`)
      got.push(...page.body)
      next = page.headers['x-next-cursor'] as string | undefined
    } while (next)
    expect(got).toEqual(whole)
  }
  expect((await app.send(await app.person(`bob${form.length}`), 'GET', '/api/estimates?limit=50')).body).toEqual([])
})

test.each(['', '&sort=total', '&status=accepted'])('the short form has the same rows without lines, texts and tax: %s', async (query) => {
  const whole: z.input<typeof estimate>[] = (await app.send(ada, 'GET', `/api/estimates?limit=5${query}`)).body
  const listed = (await app.send(ada, 'GET', `/api/estimates?limit=5${query}&short=true`)).body
  expect(listed.length).toBeGreaterThan(0)
  expect(listed).toEqual(whole.map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => !(key in longFields)))))
})

test('the first page is read from the index, however many estimates there are', async () => {
  const { customerId } = (await app.send(ada, 'GET', '/api/estimates')).body[0]
  await insertDocuments(app.sql, ada.userId, { type: 'estimate', customerId, number: 'M-', count: 5000, days: 1000 })
  await app.sql('analyze documents')
  const plan = await app.database.asUser(ada.userId, async (db) => {
    await db.rows("set local plan_cache_mode = 'force_generic_plan'")
    await db.rows(`prepare page (int, date, text, bigint) as ${estimates.list.firstPage.text}`)
    const lines = await db.rows<{ 'QUERY PLAN': string }>(`explain execute page (${ada.userId}, '2026-01-01', '', 50)`)
    await db.rows('deallocate page')
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan using documents_recent_idx')
  // Only the page itself is sorted, and the invoices of each of its estimates.
  expect(plan).not.toMatch(/Sort Key: (?!page\.nth|\(\(i\.deleted_at)|Seq Scan on documents/)
})
