import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { insertDocuments } from '#server/testing/records.ts'
import { lineItem, longFields } from '#shared/contract/documents.ts'
import { invoice } from '#shared/contract/invoices.ts'
import { invoices } from './read.ts'

// The database builds these replies and they aren't parsed on the way out, so these tests compare them with the contract.

const strictInvoice = z.strictObject({
  ...invoice.shape,
  customer: z.strictObject(invoice.shape.customer.shape),
  lineItems: z.array(z.strictObject(lineItem.shape)),
})
const strictCreated = strictInvoice.extend({ emailedTo: z.string().nullable() })

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  const customer = async (body: object) => (await app.send(ada, 'POST', '/api/customers', body)).body.id as number
  const acme = await customer({ name: 'Acme "& Söhne" \\ <b>\u2028', email: 'pay@acme.example' })
  const silent = await customer({ name: '無' })
  const itemId = (await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '0.10' })).body.id as number
  const line = (over: object = {}) => ({ description: 'Work', quantity: 1, unitPrice: '100', ...over })
  // Sent invoices have a customer without an address, as the delivery of an email would change the record during the test.
  const kinds: object[] = [
    {},
    { status: 'sent', dueDate: '2026-03-09', customerId: silent },
    { status: 'sent', dueDate: '2026-03-10', customerId: silent, notes: 'a "quote"\n\t\\ 😀', terms: '{}' },
    { taxRate: '8.25', taxAmount: '0.01' },
    { taxRate: 100, lineItems: [line({ itemId, quantity: '0.01', unitPrice: 0 }), line({ description: '\u0085 \\u0041 "' }), line()] },
    { status: 'sent', customerId: silent, lineItems: [line({ unitPrice: '99999999.99' })] },
    { status: 'sent', customerId: silent },
  ]
  for (const [i, kind] of kinds.entries()) {
    const body = {
      customerId: acme,
      invoiceNumber: `N-${i}`,
      issueDate: `2026-01-0${i + 1}`,
      dueDate: '2026-06-01',
      lineItems: [line()],
      ...kind,
    }
    const made = await app.send(ada, 'POST', '/api/invoices', body, { 'idempotency-key': `key-${i}` })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect(z.encode(strictCreated, strictCreated.parse(made.body))).toEqual(made.body)
    expect((await app.send(ada, 'POST', '/api/invoices', body, { 'idempotency-key': `key-${i}` })).body).toEqual(made.body)
  }
  const pay = (number: string, amount: string) =>
    app.sql(
      `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
       select user_id, id, $3, '2026-02-01', 'cash', 'manual', 'succeeded' from documents where user_id = $1 and number = $2`,
      [ada.userId, number, amount],
    )
  await pay('N-1', '30')
  await pay('N-5', '99999999.99')
  await pay('N-5', '99999999.99')
  await app.sql("update documents set status = 'paid' where user_id = $1 and number = 'N-5'", [ada.userId])
  await app.sql("update documents set payment_url = '/pay/abc/checkout', email_status = 'failed' where user_id = $1 and number = 'N-6'", [
    ada.userId,
  ])
})
afterAll(() => app.close())

const asks = ['', '?limit=3', '?limit=500', '?sort=issueDate', '?sort=customer&limit=5', '?search=n-', '?status=overdue']

test.each(asks)('the reply to the list request %j matches the contract exactly', async (ask) => {
  const seen = await app.send(ada, 'GET', `/api/invoices${ask}`)
  expect(seen.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(seen.body).not.toEqual([])
  for (const row of seen.body) {
    expect(z.encode(strictInvoice, strictInvoice.parse(row))).toEqual(row)
    // The reply for a single record is parsed by the schema.
    expect((await app.send(ada, 'GET', `/api/invoices/${row.id}`)).body).toEqual(row)
  }
})

test('the rows contain the stored values', async () => {
  const rows: z.input<typeof invoice>[] = (await app.send(ada, 'GET', '/api/invoices')).body
  const of = (number: string) => rows.find(({ invoiceNumber }) => invoiceNumber === number)
  expect(rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['N-6', 'N-5', 'N-4', 'N-3', 'N-2', 'N-1', 'N-0'])
  expect(of('N-0')).toMatchObject({
    status: 'draft',
    amountPaid: '0.00',
    balanceDue: '100.00',
    notes: null,
    paymentUrl: null,
    emailState: null,
  })
  expect(of('N-1')).toMatchObject({ status: 'overdue', amountPaid: '30.00', balanceDue: '70.00' })
  expect(of('N-2')).toMatchObject({ status: 'sent', customer: { name: '無', email: null }, notes: 'a "quote"\n\t\\ 😀', terms: '{}' })
  expect(of('N-3')).toMatchObject({ taxIsCustom: true, taxAmount: '0.01', taxRate: '8.25' })
  expect(of('N-4')!.lineItems.map(({ quantity, unitPrice, total }) => [quantity, unitPrice, total])).toEqual([
    ['0.01', '0.00', '0.00'],
    ['1.00', '100.00', '100.00'],
    ['1.00', '100.00', '100.00'],
  ])
  expect(of('N-5')).toMatchObject({ status: 'paid', amountPaid: '199999999.98', balanceDue: '0.00' })
  expect(of('N-6')).toMatchObject({ paymentUrl: `${app.origin}/pay/abc/checkout`, emailState: 'failed' })
})

test.each(['', '&short=true'])('pages of any size add up to the whole list, and the last one has no next cursor: %s', async (form) => {
  const whole = (await app.send(ada, 'GET', `/api/invoices?limit=100${form}`)).body
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const got: unknown[] = []
    let next: string | undefined
    do {
      const page = await app.send(ada, 'GET', `/api/invoices?limit=${limit}${form}${next ? `&after=${encodeURIComponent(next)}` : ''}`)
      expect(page.body.length).toBeLessThanOrEqual(limit)
      got.push(...page.body)
      next = page.headers['x-next-cursor'] as string | undefined
    } while (next)
    expect(got).toEqual(whole)
  }
  const bob = await app.person(`bob${form.length}`)
  expect((await app.send(bob, 'GET', '/api/invoices?limit=50')).body).toEqual([])
})

test.each(['', '&sort=total', '&status=paid', '&search=n-3'])(
  'the short form has the same rows without lines, texts and tax: %s',
  async (query) => {
    const whole: z.input<typeof invoice>[] = (await app.send(ada, 'GET', `/api/invoices?limit=5${query}`)).body
    const page = await app.send(ada, 'GET', `/api/invoices?limit=5${query}&short=true`)
    expect(page.body.length).toBeGreaterThan(0)
    expect(page.body).toEqual(whole.map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => !(key in longFields)))))
  },
)

test('a value of short that is neither true nor false is refused', async () => {
  const reply = await app.send(ada, 'GET', '/api/invoices?short=yes')
  expect([reply.status, reply.body.message]).toEqual([400, 'short must be true or false'])
})

test('the first page is read from the index, however many invoices there are', async () => {
  const { customerId } = (await app.send(ada, 'GET', '/api/invoices')).body[0]
  await insertDocuments(app.sql, ada.userId, { type: 'invoice', customerId, number: 'M-', count: 5000, days: 1000 })
  await app.sql('analyze documents')
  const plan = await app.database.asUser(ada.userId, async (db) => {
    await db.rows("set local plan_cache_mode = 'force_generic_plan'")
    await db.rows(`prepare page (int, date, text, bigint) as ${invoices.list.firstPage.text}`)
    const lines = await db.rows<{ 'QUERY PLAN': string }>(`explain execute page (${ada.userId}, '2026-01-01', '', 50)`)
    await db.rows('deallocate page')
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan using documents_recent_idx')
  // Only the page itself is sorted.
  expect(plan).not.toMatch(/Sort Key: (?!page\.nth)|Seq Scan on documents/)
})
