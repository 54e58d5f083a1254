import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body.id
})

const invoice = (over: object = {}) => ({
  customerId,
  invoiceNumber: 'INV-2026-0001',
  issueDate: '2026-01-05',
  dueDate: '2030-02-04',
  taxRate: '8.25',
  lineItems: [
    { description: 'Design', quantity: 1.5, unitPrice: '99.99' },
    { description: 'Hosting', quantity: '3', unitPrice: 0.01 },
  ],
  ...over,
})
const create = (over: object = {}, headers: Record<string, string> = {}) => app.send(ada, 'POST', '/api/invoices', invoice(over), headers)

test('the server computes every total and stores the complete invoice', async () => {
  const made = await create()
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    status: 'draft',
    subtotal: '150.02',
    taxRate: '8.25',
    taxAmount: '12.38',
    total: '162.40',
    amountPaid: '0.00',
    balanceDue: '162.40',
    customer: { name: 'Acme', email: 'pay@acme.example' },
    lineItems: [{ total: '149.99' }, { total: '0.03' }],
    emailedTo: null,
  })
  expect((await app.send(ada, 'GET', '/api/invoices')).body).toHaveLength(1)
})

test('submitted totals must match the computed ones; a custom tax amount is allowed', async () => {
  expect((await create({ subtotal: '150.02', taxAmount: '12.38', total: '162.40' })).status).toBe(201)
  const custom = await create({ invoiceNumber: 'B', taxAmount: '10.00', total: '160.02' })
  expect(custom.body).toMatchObject({ taxAmount: '10.00', total: '160.02' })
  expect(await app.sql('select is_typed from document_taxes where user_id = $1 order by document_id', [ada.userId])).toEqual([
    { is_typed: false },
    { is_typed: true },
  ])
  const wrong = await create({ invoiceNumber: 'C', total: '162.41' })
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'total'])
  const line = await create({ invoiceNumber: 'D', lineItems: [{ description: 'x', quantity: 2, unitPrice: 3, total: 7 }] })
  expect([line.status, line.body.issues[0].path]).toEqual([400, 'lineItems.0.total'])
})

test.each([
  [{ customerId: undefined }, 'customerId', 'Customer is required'],
  [{ invoiceNumber: '' }, 'invoiceNumber', 'Invoice number is required'],
  [{ invoiceNumber: 'A\n1' }, 'invoiceNumber', 'Invoice number must be one line, without tabs or control characters'],
  [{ issueDate: '' }, 'issueDate', 'Issue date is required'],
  [{ dueDate: undefined }, 'dueDate', 'Due date is required'],
  [{ dueDate: '2026-02-30' }, 'dueDate', 'Due date must be a day that exists, like 2026-01-31'],
  [{ lineItems: [] }, 'lineItems', 'At least one line item is required'],
  [{ lineItems: [{ description: '', quantity: 1, unitPrice: 1 }] }, 'lineItems.0.description', 'Description is required'],
  [{ lineItems: [{ description: 'x', quantity: 0, unitPrice: 1 }] }, 'lineItems.0.quantity', 'Quantity must be positive'],
  [{ lineItems: [{ description: 'x', quantity: 1, unitPrice: -0.01 }] }, 'lineItems.0.unitPrice', 'Unit price must be positive'],
  [{ lineItems: [{ description: 'x', quantity: 1, unitPrice: 1, colour: 'red' }] }, 'lineItems.0.colour', 'Unknown field: colour'],
  [{ taxRate: 100.01 }, 'taxRate', 'Tax rate must be from 0 to 100'],
  [{ taxRate: '1e1' }, 'taxRate', 'Tax rate must be a number from 0 to 100'],
  [{ status: 'paid' }, 'status', "Status must be 'draft' or 'sent' for a new invoice"],
  [{ userId: 1 }, 'userId', 'Unknown field: userId'],
  [{ trialInvoicesUsed: 0 }, 'trialInvoicesUsed', 'Unknown field: trialInvoicesUsed'],
])('invalid input %j is refused and nothing is stored', async (over, path, message) => {
  const reply = await create(over)
  expect(reply.status).toBe(400)
  expect(reply.body.issues).toContainEqual({ path, message })
  expect((await app.send(ada, 'GET', '/api/invoices')).body).toEqual([])
  expect(await app.sql('select trial_invoices_used from users where id = $1', [ada.userId])).toEqual([{ trial_invoices_used: 0 }])
})

test('totals beyond numeric(10,2) are refused with the field that causes them', async () => {
  const line = await create({ lineItems: [{ description: 'x', quantity: '99999999.99', unitPrice: '99999999.99' }] })
  expect([line.status, line.body.issues[0].path]).toEqual([400, 'lineItems.0.unitPrice'])
  const big = { description: 'x', quantity: 1, unitPrice: '99999999.99' }
  expect((await create({ lineItems: [big, big] })).body.issues[0].path).toBe('subtotal')
  expect((await create({ lineItems: [big], taxRate: 10 })).body.issues[0].path).toBe('total')
  expect((await create({ lineItems: [big], taxRate: 0 })).body.total).toBe('99999999.99')
})

test('a customer or item of another user is not found', async () => {
  const bob = await app.person(`bob${count}`)
  const theirs = (await app.send(bob, 'POST', '/api/customers', { name: 'Theirs' })).body
  const item = (await app.send(bob, 'POST', '/api/items', { name: 'Theirs', unitPrice: 1 })).body
  expect((await create({ customerId: theirs.id })).body.message).toBe('Customer not found')
  const line = await create({ lineItems: [{ itemId: item.id, description: 'x', quantity: 1, unitPrice: 1 }] })
  expect([line.status, line.body.message]).toEqual([404, 'Item not found'])
  expect((await app.send(ada, 'GET', '/api/invoices')).body).toEqual([])
})

test('a taken number answers 409 and names it; the next free number is offered', async () => {
  await create()
  const again = await create()
  expect([again.status, again.body.message]).toEqual([409, 'The invoice number INV-2026-0001 is taken already'])
  const next = await app.send(ada, 'GET', '/api/invoices/next-number')
  expect(next.body.invoiceNumber).toMatch(/^INV-\d{4}-\d{4}$/)
  expect((await create({ invoiceNumber: next.body.invoiceNumber })).status).toBe(201)
})

test('one Idempotency-Key creates one invoice, also concurrently; a different body with the same key is refused', async () => {
  const key = { 'idempotency-key': 'one-click' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => create({}, key)))
  expect(new Set(replies.map((r) => r.status))).toEqual(new Set([201]))
  expect(new Set(replies.map((r) => r.bytes.toString())).size).toBe(1)
  expect((await app.send(ada, 'GET', '/api/invoices')).body).toHaveLength(1)
  expect((await create({ invoiceNumber: 'other' }, key)).status).toBe(422)
})

test('the trial allows ten invoices, also under twenty concurrent requests', async () => {
  await app.sql('update users set trial_invoices_used = 9 where id = $1', [ada.userId])
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ invoiceNumber: `N-${i}` })))
  expect(replies.filter((r) => r.status === 201)).toHaveLength(1)
  const refused = replies.filter((r) => r.status === 403)
  expect(refused).toHaveLength(19)
  expect(refused[0]!.body).toEqual({
    message: 'Your free trial has expired, please choose a plan to continue using the product',
    requiresSubscription: true,
  })
  expect(await app.sql('select trial_invoices_used from users where id = $1', [ada.userId])).toEqual([{ trial_invoices_used: 10 }])
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  expect((await create({ invoiceNumber: 'paid-for' })).status).toBe(201)
  await app.sql("update users set subscription_status = 'canceled' where id = $1", [ada.userId])
  expect((await create({ invoiceNumber: 'too-late' })).status).toBe(403)
})

test('a sent invoice becomes overdue automatically, by the date in the user’s time zone', async () => {
  await create({ status: 'sent', dueDate: '2026-03-10' })
  app.setNow(new Date('2026-03-11T02:00:00Z'))
  const statusIn = async (zone: string) => (await app.send(ada, 'GET', '/api/invoices', undefined, { 'x-time-zone': zone })).body[0].status
  expect(await statusIn('America/Los_Angeles')).toBe('sent')
  expect(await statusIn('Europe/Berlin')).toBe('overdue')
})

test('Create & Send emails the PDF with the link, and later edits of the customer don’t change sent invoices', async () => {
  const made = await create({ status: 'sent' })
  expect(made.body).toMatchObject({ status: 'sent', emailedTo: 'pay@acme.example' })
  const publicId = await getPublicId(app, made.body.id)
  // Emails of earlier tests may still be in delivery.
  const find = async () => (await app.mails(0)).find(({ text }) => text.includes(publicId))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const mail = (await find())!
  expect(mail.subject).toContain('INV-2026-0001')
  expect(mail.text).toContain(`${app.origin}/pay-invoice/`)
  expect(mail.attachments).toMatchObject([{ fileName: 'Invoice-INV-2026-0001.pdf' }])
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Renamed' })
  expect((await app.send(ada, 'GET', '/api/invoices')).body[0].customer.name).toBe('Acme')
})

test('sending by email uses the address on record, marks a draft as sent, and refuses invalid requests', async () => {
  const made = (await create()).body
  const url = `/api/invoices/${made.id}/send-email`
  const sent = await app.send(ada, 'POST', url, { customerEmail: 'evil@example.com', customerName: 'x', invoiceNumber: 'y' })
  expect([sent.status, sent.body.emailedTo]).toEqual([200, 'pay@acme.example'])
  expect((await app.send(ada, 'GET', '/api/invoices')).body[0].status).toBe('sent')
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', email: null })
  const none = await app.send(ada, 'POST', url)
  expect([none.status, none.body.message]).toEqual([409, "Customer doesn't have an email address on file."])
  await app.send(ada, 'POST', `/api/invoices/${made.id}/mark-paid`)
  expect((await app.send(ada, 'POST', url)).body.message).toBe('This invoice has already been paid.')
})

test('the PDF is served with a file name and an ETag, to its owner only', async () => {
  const made = (await create({ invoiceNumber: 'Rechnung/ä "1"' })).body
  const url = `/api/invoices/${made.id}/pdf`
  const pdf = await app.send(ada, 'GET', url)
  expect([pdf.status, pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(pdf.headers['content-disposition']).toContain("filename*=UTF-8''Invoice-Rechnung-%C3%A4%20-1-.pdf")
  expect((await app.send(ada, 'GET', url, undefined, { 'if-none-match': String(pdf.headers.etag) })).status).toBe(304)
  expect((await app.send(await app.person(`eve${count}`), 'GET', url)).status).toBe(404)
  expect((await app.send(null, 'GET', url)).status).toBe(401)
})

test('an invoice whose payments exceed the largest amount is still listed', async () => {
  const { id } = (
    await create({ status: 'sent', taxRate: 0, lineItems: [{ description: 'A house', quantity: 1, unitPrice: '99999999.99' }] })
  ).body
  await app.sql(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
     select $1, $2, 99999999.99, '2026-01-06', 'card', 'stripe', 'succeeded' from generate_series(1, 2)`,
    [ada.userId, id],
  )
  const [listed] = (await app.send(ada, 'GET', '/api/invoices')).body
  expect(listed).toMatchObject({ amountPaid: '199999999.98', balanceDue: '0.00' })
})

test('a database error doesn’t fail an email for good; a deleted invoice does', async () => {
  const { id } = (await create()).body
  const send = app.runners.find(({ name }) => name === 'invoices.send')!
  const [email] = await app.sql<{ id: number }>(
    "insert into document_emails (user_id, document_id, to_address, subject) values ($1, $2, 'acme@example.com', 'Invoice') returning id::int",
    [ada.userId, id],
  )
  const requested = { userId: ada.userId, emailId: email!.id }
  await app.sql('alter table documents rename to documents_away')
  await expect(send.run(requested).finally(() => app.sql('alter table documents_away rename to documents'))).rejects.toThrow(/documents/)
  await expect(send.run({ ...requested, emailId: 2_000_000 })).resolves.toBeUndefined()
})

test('public replies are not indexed or shared with other sites, and say whether a receipt was emailed', async () => {
  const { id } = (await create({ status: 'sent' })).body
  const publicId = await getPublicId(app, id)
  const url = `/api/public/invoice/${publicId}`
  const open = await app.send(null, 'GET', url)
  expect(open.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  expect((await app.send(null, 'GET', `${url}/pdf`)).headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow' })
  expect(open.body.invoice.receiptEmailed).toBe(false)
  await app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`)
  expect((await app.send(null, 'GET', url)).body.invoice.receiptEmailed).toBe(true)
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', email: null })
  expect((await app.send(null, 'GET', url)).body.invoice.receiptEmailed).toBe(false)
})

test('the list supports search, status as of today, sorting and paging', async () => {
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  const zoe = (await app.send(ada, 'POST', '/api/customers', { name: 'Zoë 100%' })).body.id
  const line = (unitPrice: string) => ({ lineItems: [{ description: 'Work', quantity: 1, unitPrice }] })
  await create({ invoiceNumber: 'N-2', status: 'sent', issueDate: '2026-01-01', dueDate: '2026-03-09', ...line('30') })
  // An invoice that is due today isn't overdue yet.
  await create({ invoiceNumber: 'N-10', status: 'sent', issueDate: '2026-03-01', dueDate: '2026-03-10', ...line('10') })
  await create({ invoiceNumber: 'N-9', status: 'draft', issueDate: '2026-02-01', dueDate: '2026-03-01', customerId: zoe, ...line('20') })
  const numbers = async (query: string) =>
    (await app.send(ada, 'GET', `/api/invoices${query}`)).body.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber)
  expect(await numbers('')).toEqual(['N-10', 'N-9', 'N-2'])
  expect(await numbers('?status=overdue')).toEqual(['N-2'])
  expect(await numbers('?status=sent')).toEqual(['N-10'])
  expect(await numbers('?status=draft')).toEqual(['N-9'])
  expect(await numbers('?status=paid')).toEqual([])
  expect(await numbers('?search=ZO%C3%8B')).toEqual(['N-9'])
  expect(await numbers('?search=0%25')).toEqual(['N-9'])
  expect(await numbers('?search=n-1&sort=total')).toEqual(['N-10'])
  expect(await numbers('?sort=invoiceNumber')).toEqual(['N-2', 'N-9', 'N-10'])
  expect(await numbers('?sort=-total')).toEqual(['N-2', 'N-9', 'N-10'])
  expect(await numbers('?sort=dueDate')).toEqual(['N-9', 'N-2', 'N-10'])
  for (const sort of ['issueDate', '-issueDate', 'customer', '-customer', 'invoiceNumber', 'total', '-dueDate']) {
    const whole = await numbers(`?sort=${sort}`)
    const first = await app.send(ada, 'GET', `/api/invoices?sort=${sort}&limit=2`)
    const rest = await numbers(`?sort=${sort}&limit=2&after=${first.headers['x-next-cursor']}`)
    expect([sort, ...first.body.map((row: { invoiceNumber: string }) => row.invoiceNumber), ...rest]).toEqual([sort, ...whole])
    expect(first.body[0].lineItems).toHaveLength(1)
  }
  expect((await app.send(await app.person('eve-lists'), 'GET', '/api/invoices?limit=10')).body).toEqual([])
  for (const bad of ['status=late', 'sort=secret', 'limit=0', 'after=x', 'search=%00'])
    expect([bad, (await app.send(ada, 'GET', `/api/invoices?${bad}`)).status]).toEqual([bad, 400])
})
