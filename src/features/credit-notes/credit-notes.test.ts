import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let [ada, bob]: Person[] = []
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[ada, bob] = [await app.person(`ada${++count}`), await app.person(`bob${count}`)]
  customerId = (await app.send(ada!, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).body.id
})

const lines = [
  { description: 'Design', quantity: 3, unitPrice: '19.99' },
  { description: 'Hosting', quantity: 2, unitPrice: '7.50' },
]
const makeInvoice = async (over: object = {}) =>
  (
    await app.send(ada!, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: 'INV-1', issueDate: '2026-01-05', dueDate: '2030-02-04', status: 'sent', taxRate: 19 },
      lineItems: lines,
      ...over,
    })
  ).body
const issue = (invoiceId: number, over: object = {}, who: Person | null = ada!) =>
  app.send(who, 'POST', '/api/credit-notes', { invoiceId, issueDate: '2026-02-01', ...over })
const readInvoice = async (id: number) => (await app.send(ada!, 'GET', `/api/invoices/${id}`)).body
const pay = (id: number, amount: string) =>
  app.send(ada!, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-10', paymentMethod: 'Cash' })

test('a credit note for a wrong quantity takes its amount off the invoice, and is listed, read and exported', async () => {
  const invoice = await makeInvoice()
  expect(invoice.total).toBe('89.21')
  const { status, body } = await issue(invoice.id, {
    lines: [{ lineId: invoice.lineItems[0].id, quantity: 1 }],
    notes: 'Two days, not three',
    sendEmail: true,
  })
  expect([status, body.creditNote, body.draft]).toEqual([
    201,
    expect.objectContaining({
      ...{ status: 'issued', issueDate: '2026-02-01', total: '23.79', taxAmount: '3.80', rounding: '0.00', notes: 'Two days, not three' },
      ...{ invoice: { id: invoice.id, invoiceNumber: 'INV-1' }, customer: { name: 'Acme', email: 'acme@example.com' } },
      creditNoteNumber: expect.stringMatching(/^CN-\d{4}-0001$/),
    }),
    null,
  ])
  expect(body.creditNote.lineItems).toEqual([
    expect.objectContaining({ description: 'Design', quantity: '1.00', creditedLineId: invoice.lineItems[0].id, total: '19.99' }),
  ])
  expect(await readInvoice(invoice.id)).toMatchObject({ amountCredited: '23.79', balanceDue: '65.42', status: 'sent', settledBy: null })

  const { creditNote } = body
  expect((await app.send(ada!, 'GET', `/api/credit-notes/${creditNote.id}`)).body).toEqual(creditNote)
  expect((await app.send(ada!, 'GET', '/api/credit-notes')).body).toEqual([creditNote])
  expect((await app.send(ada!, 'GET', '/api/credit-notes?search=INV-1&status=voided')).body).toEqual([])
  expect((await app.send(ada!, 'GET', '/api/credit-notes/summary')).body).toMatchObject({ count: 1, total: '23.79' })
  const { events, creditNotes } = (await app.send(ada!, 'GET', `/api/invoices/${invoice.id}/history`)).body
  expect([events[0].kind, events[0].changes[0].after]).toEqual(['credited', `${creditNote.creditNoteNumber}, $23.79`])
  expect(creditNotes).toMatchObject([{ id: creditNote.id, total: '23.79' }])
  const { emails } = (await app.send(ada!, 'GET', `/api/credit-notes/${creditNote.id}/history`)).body
  expect(emails).toMatchObject([{ to: 'acme@example.com' }])
  const csv = await app.send(ada!, 'GET', '/api/credit-notes/export')
  expect(csv.bytes.toString()).toContain(`${creditNote.creditNoteNumber},INV-1,Acme,acme@example.com,Issued,2026-02-01`)
})

test('all of an invoice is credited and invoiced again', async () => {
  const invoice = await makeInvoice()
  const { body } = await issue(invoice.id, { reinvoice: true })
  expect([body.creditNote.total, (await readInvoice(invoice.id)).settledBy]).toEqual([invoice.total, 'credited'])
  const draft = await readInvoice(body.draft.id)
  expect([draft.status, draft.total, draft.invoiceNumber, draft.lineItems.length]).toEqual([
    'draft',
    invoice.total,
    body.draft.invoiceNumber,
    2,
  ])
  // Nothing is due: it is neither emailed nor paid nor credited again.
  expect((await app.send(ada!, 'POST', `/api/invoices/${invoice.id}/send-email`)).status).toBe(409)
  expect((await pay(invoice.id, '1.00')).status).toBe(409)
  expect((await issue(invoice.id)).body.message).toBe('All of this invoice has been credited.')
})

test('a credit for a paid invoice is credit of the customer', async () => {
  const invoice = await makeInvoice()
  await pay(invoice.id, invoice.total)
  const { body } = await issue(invoice.id, { amount: '10.00' })
  expect(body.creditNote).toMatchObject({ total: '10.00', lineItems: [{ description: 'Credit for invoice INV-1', creditedLineId: null }] })
  expect(await readInvoice(invoice.id)).toMatchObject({
    status: 'paid',
    settledBy: null,
    amountCredited: '10.00',
    paymentAttention: 'overpaid',
  })
  expect((await app.call(ada!, 'GET', `/api/customers/${customerId}/figures`)).credit).toBe('10.00')
  const { accounts } = await app.call(ada!, 'GET', '/api/books/balances?day=2026-12-31&basis=accrual')
  expect(accounts.find(({ number }: { number: number }) => number === 2300)?.credit).toBe('10.00')
})

describe('voiding', () => {
  test('makes the amount due again, once', async () => {
    const invoice = await makeInvoice()
    const { creditNote } = (await issue(invoice.id)).body
    const voided = await app.send(ada!, 'POST', `/api/credit-notes/${creditNote.id}/void`)
    expect([voided.status, voided.body.status]).toEqual([200, 'voided'])
    expect((await app.send(ada!, 'POST', `/api/credit-notes/${creditNote.id}/void`)).status).toBe(200)
    expect(await readInvoice(invoice.id)).toMatchObject({ status: 'sent', balanceDue: invoice.total, amountCredited: '0.00' })
    expect(
      (await app.send(ada!, 'GET', `/api/invoices/${invoice.id}/history`)).body.events.map(({ kind }: { kind: string }) => kind),
    ).toEqual(['reopened', 'credit undone', ...['paid', 'credited', 'sent', 'created']])
    // Its lines can be credited again.
    expect((await issue(invoice.id)).body.creditNote.total).toBe(invoice.total)
    const wrong = await app.send(bob!, 'POST', `/api/credit-notes/${creditNote.id}/void`)
    expect([wrong.status, (await app.send(null, 'POST', `/api/credit-notes/${creditNote.id}/void`)).status]).toEqual([404, 401])
  })

  test('an invoice with a credit note keeps its amounts, its status and itself', async () => {
    const invoice = await makeInvoice()
    const { creditNote } = (await issue(invoice.id, { amount: '10.00' })).body
    const edit = (over: object) =>
      app.send(ada!, 'PUT', `/api/invoices/${invoice.id}`, {
        ...{ customerId, invoiceNumber: 'INV-1', issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: 19 },
        lineItems: invoice.lineItems.map(({ id, description, quantity, unitPrice }: Record<string, unknown>) => ({
          id,
          description,
          quantity,
          unitPrice,
        })),
        ...over,
      })
    expect((await edit({ notes: 'Thank you' })).status).toBe(200)
    const other = await edit({ lineItems: [{ description: 'Design', quantity: 1, unitPrice: '1.00' }] })
    expect([other.status, other.body.message]).toEqual([
      409,
      '$10.00 of this invoice is credited, so its customer, lines and amounts can’t be changed. Void the credit note first, or issue another one.'.replace(
        '’',
        "'",
      ),
    ])
    expect((await edit({ status: 'draft' })).body.message).toBe(
      "$10.00 of this invoice is credited, which doesn't fit the status Draft. Void the credit note first.",
    )
    const removed = await app.send(ada!, 'DELETE', `/api/invoices/${invoice.id}`)
    expect([removed.status, removed.body.message]).toEqual([
      409,
      'This invoice has a credit note. Void that first, then delete the invoice.',
    ])
    await app.send(ada!, 'POST', `/api/credit-notes/${creditNote.id}/void`)
    expect((await app.send(ada!, 'DELETE', `/api/invoices/${invoice.id}`)).status).toBe(204)
  })
})

describe('refused', () => {
  test('a visitor, a stranger, and an invoice that is not there', async () => {
    const invoice = await makeInvoice()
    expect([(await issue(invoice.id, {}, null)).status, (await issue(invoice.id, {}, bob!)).status, (await issue(999_999)).status]).toEqual(
      [401, 404, 404],
    )
    const { creditNote } = (await issue(invoice.id)).body
    for (const path of ['', '/history', '/pdf', '/email-preview']) {
      const url = `/api/credit-notes/${creditNote.id}${path}`
      expect([(await app.send(bob!, 'GET', url)).status, (await app.send(null, 'GET', url)).status]).toEqual([404, 401])
    }
    expect((await app.send(bob!, 'GET', '/api/credit-notes')).body).toEqual([])
  })

  test.each<[string, object, string, string]>([
    ['more than was invoiced', { amount: '89.22' }, 'amount', 'This is more than was invoiced: $89.21 of INV-1 can still be credited.'],
    ['no amount', { amount: '0.00' }, 'amount', 'Amount must be more than 0'],
    [
      'a future day',
      { amount: '1', issueDate: '2030-01-01' },
      'issueDate',
      expect.stringContaining('Issue date must not be after today, '),
    ],
    [
      'a day before the invoice',
      { amount: '1', issueDate: '2026-01-04' },
      'issueDate',
      'Issue date must not be before that of the invoice, Jan 05, 2026',
    ],
    ['no lines', { lines: [] }, 'lines', 'Choose at least one line'],
    ['both', { lines: [{ lineId: 1, quantity: 1 }], amount: '1' }, 'amount', 'Credit lines or an amount, not both'],
    ['a line of another invoice', { lines: [{ lineId: 999_999, quantity: 1 }] }, 'lines.0.lineId', 'Line 1: the invoice has no such line'],
    ['no quantity', { lines: [{ lineId: 1, quantity: 0 }] }, 'lines.0.quantity', 'Quantity must be more than 0'],
  ])('%s is a bad request', async (_, over, path, message) => {
    const { status, body } = await issue((await makeInvoice()).id, over)
    expect([status, body.issues]).toEqual([400, [{ path, message }]])
  })

  test('too many of a line names the line', async () => {
    const invoice = await makeInvoice()
    await issue(invoice.id, { lines: [{ lineId: invoice.lineItems[0].id, quantity: 2 }] })
    const { body } = await issue(invoice.id, { lines: [{ lineId: invoice.lineItems[0].id, quantity: '1.5' }] })
    expect(body.issues).toEqual([{ path: 'lines.0.quantity', message: 'Design: the quantity must be between 0 and 1' }])
  })

  test('a draft, a written-off invoice, and a closed period', async () => {
    const draft = await makeInvoice({ status: 'draft', invoiceNumber: 'INV-2' })
    expect([(await issue(draft.id)).status, (await issue(draft.id)).body.message]).toEqual([
      409,
      'A draft needs no credit note: it was never sent. Edit it, or delete it.',
    ])
    const lost = await makeInvoice({ invoiceNumber: 'INV-3' })
    await app.send(ada!, 'POST', `/api/invoices/${lost.id}/write-offs`, { amount: '1.00', day: '2026-01-20' })
    expect((await issue(lost.id)).body.message).toContain('Undo the write-off first')
    const old = { customerId, amount: '50.00', day: '2026-01-01', dueDate: '2025-12-15' }
    const opening = await app.call(ada!, 'POST', '/api/books/opening-balances', old)
    expect((await issue(opening.id)).body.message).toContain('Write it off instead')

    const invoice = await makeInvoice()
    await app.send(ada!, 'POST', '/api/books/closings', { throughDay: '2026-01-31' })
    const closed = await issue(invoice.id, { issueDate: '2026-01-31' })
    expect([closed.status, closed.body.issues?.[0]?.path]).toEqual([409, 'issueDate'])
    expect((await issue(invoice.id)).status).toBe(201)
  })
})

test('twenty credits of one line at once: each unit once', async () => {
  const invoice = await makeInvoice()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => issue(invoice.id, { lines: [{ lineId: invoice.lineItems[0].id, quantity: 1 }] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(17).fill(400)])
  expect((await readInvoice(invoice.id)).amountCredited).toBe('71.37')
})

test('the note is drawn, emailed, found, and has a public page', async () => {
  const invoice = await makeInvoice()
  const { creditNote } = (await issue(invoice.id, { amount: '10.00', notes: 'Late delivery' })).body
  const pdf = await app.send(ada!, 'GET', `/api/credit-notes/${creditNote.id}/pdf`)
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const sent = await app.send(ada!, 'POST', `/api/credit-notes/${creditNote.id}/send-email`)
  expect([sent.status, sent.body.message]).toEqual([200, `Credit note ${creditNote.creditNoteNumber} is on its way to acme@example.com`])
  const publicId = creditNote.publicUrl.split('/').at(-1)
  const page = await app.send(null, 'GET', `/api/public/credit-note/${publicId}`)
  expect(page.body).toMatchObject({
    creditNoteNumber: creditNote.creditNoteNumber,
    invoiceNumber: 'INV-1',
    total: '10.00',
    customerName: 'Acme',
  })
  expect((await app.send(null, 'GET', `/api/public/credit-note/${publicId}/pdf`)).status).toBe(200)
  expect((await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).status).toBe(404)
  const { hits } = (await app.send(ada!, 'GET', `/api/search?q=${creditNote.creditNoteNumber}`)).body
  expect(hits).toMatchObject([{ kind: 'credit-note', path: `/credit-notes/${creditNote.id}`, amount: '10.00' }])
})

test('the books: sales and tax go back, and the receivable with them', async () => {
  const invoice = await makeInvoice()
  await issue(invoice.id, { lines: [{ lineId: invoice.lineItems[0].id, quantity: 1 }] })
  const report = async (name: string, basis: string) =>
    (await app.send(ada!, 'GET', `/api/reports?type=${name}&from=2026-01-01&to=2026-12-31&basis=${basis}`)).body
  const tax = await report('sales-tax', 'accrual')
  expect(JSON.stringify(tax.table.rows.at(-1))).toContain('10.44')
  expect((await app.send(ada!, 'GET', `/api/customers/${customerId}/figures`)).body.balanceDue).toBe('65.42')
  const health = await app.send(ada!, 'GET', '/api/books/health')
  expect([health.status, health.body.findings ?? health.body.discrepancies ?? []]).toEqual([200, []])
})
