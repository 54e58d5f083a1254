import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const makeInvoice = async (unitPrice: string, over: object = {}) =>
  (
    await app.send(ada!, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-01-05', dueDate: '2030-02-04', status: 'sent' },
      lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
      ...over,
    })
  ).body
/** An invoice that was paid, and then credited in part: so much credit has the customer. */
const makeCredit = async (amount: string, over: object = {}) => {
  const invoice = await makeInvoice('200.00', over)
  await app.send(ada!, 'POST', `/api/invoices/${invoice.id}/payments`, {
    amount: invoice.total,
    paymentDate: '2026-01-10',
    paymentMethod: 'Cash',
  })
  await app.call(ada!, 'POST', '/api/credit-notes', { invoiceId: invoice.id, issueDate: '2026-02-01', amount })
  return invoice
}
const apply = (id: number, body: object = {}, who: Person | null = ada!, headers: Record<string, string> = {}) =>
  app.send(who, 'POST', `/api/invoices/${id}/credit-applications`, body, headers)
const reverse = (id: number, applicationId: number | string, who: Person | null = ada!) =>
  app.send(who, 'POST', `/api/invoices/${id}/credit-applications/${applicationId}/reverse`)
const read = async (id: number) => (await app.send(ada!, 'GET', `/api/invoices/${id}`)).body
const history = async (id: number) => (await app.send(ada!, 'GET', `/api/invoices/${id}/history`)).body
const credit = async (who: Person | null = ada!) => app.send(who, 'GET', `/api/customers/${customerId}/credit`)
const figures = async () => (await app.send(ada!, 'GET', `/api/customers/${customerId}/figures`)).body
const findings = async () => (await app.send(ada!, 'GET', '/api/books/health')).body.findings

test('credit of one invoice settles another one: balances, history, customer and public page say it, and undoing it takes all back', async () => {
  const source = await makeCredit('60.00')
  const target = await makeInvoice('100.00')
  expect((await history(target.id)).availableCredit).toBe('60.00')
  expect((await credit()).body).toEqual([
    { source: { id: source.id, invoiceNumber: source.invoiceNumber }, amount: '60.00', currency: 'USD' },
  ])

  const { status, body } = await apply(target.id)
  const application = {
    ...{
      id: expect.any(Number),
      amount: '60.00',
      currency: 'USD',
      day: expect.any(String),
      recordedAt: expect.any(String),
      reversal: null,
    },
    source: { id: source.id, invoiceNumber: source.invoiceNumber },
    invoice: { id: target.id, invoiceNumber: target.invoiceNumber },
  }
  expect([status, body]).toEqual([201, { creditApplications: [application], balanceDue: '40.00' }])
  expect(await read(target.id)).toMatchObject({ status: 'sent', amountPaid: '0.00', creditApplied: '60.00', balanceDue: '40.00' })
  expect(await read(source.id)).toMatchObject({ status: 'paid', creditApplied: '-60.00', balanceDue: '0.00' })
  expect((await credit()).body).toEqual([])
  expect(await figures()).toMatchObject({ credit: '0.00', balanceDue: '40.00', paid: '200.00' })
  const of = await history(target.id)
  expect([of.creditApplications, of.availableCredit]).toEqual([[application], '0.00'])
  expect(of.events[0]).toMatchObject({
    kind: 'credit applied',
    changes: [{ field: 'Credit from', after: `${source.invoiceNumber}, $60.00` }],
  })
  expect((await history(source.id)).creditApplications).toEqual([application])
  const [link] = await app.sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [target.id])
  expect((await app.send(null, 'GET', `/api/public/invoice/${link!.id}`)).body.invoice).toMatchObject({
    ...{ amountPaid: '0.00', amountCredited: '60.00', balanceDue: '40.00', credit: '0.00' },
  })
  expect(await findings()).toEqual([])

  const undone = await reverse(target.id, body.creditApplications[0].id)
  expect([undone.status, undone.body.balanceDue, undone.body.creditApplications[0].reversal]).toEqual([
    200,
    '100.00',
    { at: expect.any(String), day: expect.any(String) },
  ])
  expect((await reverse(target.id, body.creditApplications[0].id)).body).toEqual(undone.body)
  expect(await read(target.id)).toMatchObject({ creditApplied: '0.00', balanceDue: '100.00' })
  expect((await credit()).body[0].amount).toBe('60.00')
  expect(await findings()).toEqual([])
})

test('credit that covers the balance makes the invoice paid without money, and its undoing makes it due', async () => {
  await makeCredit('60.00')
  const target = await makeInvoice('45.00')
  const { body } = await apply(target.id)
  expect([body.balanceDue, body.creditApplications[0].amount]).toEqual(['0.00', '45.00'])
  expect(await read(target.id)).toMatchObject({ status: 'paid', settledBy: 'paid with credit', amountPaid: '0.00' })
  expect((await history(target.id)).events.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['paid', 'credit applied'])
  const dashboard = (await app.send(ada!, 'GET', '/api/dashboard')).body
  expect([dashboard.totalRevenue, dashboard.outstanding]).toEqual(['200.00', '0.00'])
  await reverse(target.id, body.creditApplications[0].id)
  expect(await read(target.id)).toMatchObject({ status: 'sent', settledBy: null, balanceDue: '45.00' })
})

test('the oldest credit goes first, in parts, and never twice', async () => {
  const late = await makeCredit('30.00', { issueDate: '2026-01-09' })
  const early = await makeCredit('20.00', { issueDate: '2026-01-02' })
  const target = await makeInvoice('100.00')
  const { body } = await apply(target.id, { amount: '35.00' })
  expect(body.creditApplications.map(({ source, amount }: { source: { id: number }; amount: string }) => [source.id, amount])).toEqual([
    [early.id, '20.00'],
    [late.id, '15.00'],
  ])
  const replies = await Promise.all(Array.from({ length: 20 }, () => apply(target.id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  expect(await read(target.id)).toMatchObject({ creditApplied: '50.00', balanceDue: '50.00' })
  expect(await findings()).toEqual([])
})

test('twenty invoices that are settled at once share the credit', async () => {
  await makeCredit('60.00')
  const targets = await Promise.all(Array.from({ length: 20 }, () => makeInvoice('10.00')))
  const replies = await Promise.all(targets.map(({ id }) => apply(id)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(6)
  expect((await credit()).body).toEqual([])
  expect(await findings()).toEqual([])
})

test('a repeated request with the same key applies once', async () => {
  await makeCredit('60.00')
  const target = await makeInvoice('100.00')
  const key = { 'idempotency-key': 'apply-once-0001' }
  const first = await apply(target.id, { amount: '10.00' }, ada, key)
  expect((await apply(target.id, { amount: '10.00' }, ada, key)).body).toEqual(first.body)
  expect((await read(target.id)).creditApplied).toBe('10.00')
})

test('more than is due or there, another currency, a draft, nothing due and nothing there are refused with the way out', async () => {
  await makeCredit('60.00')
  const target = await makeInvoice('50.00')
  const refuse = async (id: number, body: object = {}) => {
    const { status, body: reply } = await apply(id, body)
    return [status, reply.message]
  }
  expect(await refuse(target.id, { amount: '50.01' })).toEqual([400, 'Amount must be at most the balance due, $50.00'])
  expect(await refuse(target.id, { amount: '0' })).toEqual([400, 'Amount must be more than 0'])
  expect(await refuse(target.id, { amount: '1.00', more: 1 })).toEqual([400, expect.any(String)])
  const large = await makeInvoice('500.00')
  expect(await refuse(large.id, { amount: '60.01' })).toEqual([400, 'Amount must be at most the credit of the customer, $60.00'])
  const draft = await makeInvoice('10.00', { status: 'draft' })
  expect(await refuse(draft.id)).toEqual([409, 'Credit can’t be applied to a draft: send it first.'])
  const foreign = await makeInvoice('10.00', { currency: 'EUR', exchangeRate: '1.1' })
  expect(await refuse(foreign.id)).toEqual([409, 'The customer has no credit in EUR that is left to apply.'])
  const { id: otherId } = await app.call(ada!, 'POST', '/api/customers', { name: 'Other' })
  const theirs = await makeInvoice('10.00', { customerId: otherId })
  expect(await refuse(theirs.id)).toEqual([409, 'The customer has no credit in USD that is left to apply.'])
  await apply(target.id)
  expect(await refuse(target.id)).toEqual([409, 'Nothing is due on this invoice, so no credit can be applied to it.'])
})

test('a visitor is asked to sign in, and a stranger finds nothing', async () => {
  await makeCredit('60.00')
  const target = await makeInvoice('50.00')
  const { body } = await apply(target.id)
  const applicationId = body.creditApplications[0].id
  for (const [who, status] of [
    [null, 401],
    [bob!, 404],
  ] as const) {
    expect((await apply(target.id, {}, who)).status).toBe(status)
    expect((await reverse(target.id, applicationId, who)).status).toBe(status)
    expect((await credit(who)).status).toBe(status)
    expect((await app.send(who, 'POST', `/api/customers/${customerId}/credit/apply`)).status).toBe(status)
  }
  expect((await reverse(target.id, 999_999_999)).status).toBe(404)
  expect((await reverse(target.id, 'x')).status).toBe(404)
  const other = await makeInvoice('50.00')
  expect((await reverse(other.id, applicationId)).status).toBe(404)
})

test('the customer’s credit is applied to their open invoices, those first that are due first', async () => {
  const source = await makeCredit('60.00')
  const later = await makeInvoice('50.00', { dueDate: '2030-03-01' })
  const first = await makeInvoice('40.00', { dueDate: '2030-02-01' })
  const all = () => app.send(ada!, 'POST', `/api/customers/${customerId}/credit/apply`)
  const { status, body } = await all()
  expect([status, body.map(({ invoice, amount }: { invoice: { id: number }; amount: string }) => [invoice.id, amount])]).toEqual([
    200,
    [
      [first.id, '40.00'],
      [later.id, '20.00'],
    ],
  ])
  expect([(await read(first.id)).status, (await read(later.id)).balanceDue, (await read(source.id)).creditApplied]).toEqual([
    'paid',
    '30.00',
    '-60.00',
  ])
  const again = await all()
  expect([again.status, again.body.message]).toEqual([409, 'This customer has no credit to apply.'])
})

test('what would take away credit that was applied is refused with the way out', async () => {
  const source = await makeCredit('200.00')
  const target = await makeInvoice('150.00')
  const { body } = await apply(target.id)
  const between = `$150.00 of credit was applied from ${source.invoiceNumber} to ${target.invoiceNumber}`
  const { payments, creditNotes } = await history(source.id)
  const undo = await app.send(ada!, 'DELETE', `/api/invoices/${source.id}/payments/${payments[0].id}`)
  expect([undo.status, undo.body.message]).toEqual([
    409,
    `${between}, so this payment can't be undone. Undo that first, on ${target.invoiceNumber}.`,
  ])
  const voided = await app.send(ada!, 'POST', `/api/credit-notes/${creditNotes[0].id}/void`)
  expect([voided.status, voided.body.message]).toEqual([
    409,
    `${between}, so this credit note can't be voided. Undo that first, on ${target.invoiceNumber}.`,
  ])
  for (const { id } of [source, target]) {
    const removed = await app.send(ada!, 'DELETE', `/api/invoices/${id}`)
    expect([removed.status, removed.body.message]).toEqual([409, expect.stringMatching(/Void that first|can't be deleted/)])
  }
  const { version: _, ...wire } = await read(target.id)
  const edit = (over: object) =>
    app.send(ada!, 'PUT', `/api/invoices/${target.id}`, {
      ...{ customerId, invoiceNumber: wire.invoiceNumber, issueDate: wire.issueDate, dueDate: wire.dueDate },
      lineItems: [{ id: wire.lineItems[0].id, description: 'Design', quantity: 1, unitPrice: '150.00' }],
      ...over,
    })
  const { id: otherId } = await app.call(ada!, 'POST', '/api/customers', { name: 'Other' })
  expect((await edit({ customerId: otherId })).body.message).toMatch(/its customer and its currency can't be changed/)
  expect((await edit({ status: 'draft' })).status).toBe(409)
  expect((await edit({ status: 'sent' })).body.message).toMatch(/nothing is due/)
  await reverse(target.id, body.creditApplications[0].id)
  expect((await app.send(ada!, 'POST', `/api/credit-notes/${creditNotes[0].id}/void`)).status).toBe(200)
  expect((await edit({ customerId: otherId })).status).toBe(200)
  expect(await findings()).toEqual([])
})

test('applied to an invoice in another currency at another rate, the difference is realized there and nothing is left in either currency', async () => {
  const euro = { currency: 'EUR', exchangeRate: '1.0842' }
  const source = await makeCredit('60.00', euro)
  const target = await makeInvoice('60.00', { currency: 'EUR', exchangeRate: '1.1' })
  await apply(target.id)
  const lines = await app.sql<{ account: number; amount: string; own: string }>(
    `select a.account, sum(a.sign * l.amount)::text as amount, sum(a.sign * l.currency_amount)::text as own from journal_lines l
     cross join lateral (values (l.debit_account, 1), (l.credit_account, -1)) a (account, sign)
     where l.basis = 'accrual' and l.document_id = any($1) and a.account in (1200, 2300, 4910) group by 1 having sum(a.sign * l.amount) <> 0 order by 1`,
    [[source.id, target.id]],
  )
  // 60 at 1.1 is relieved by credit of 60 at 1.0842.
  expect(lines.map(({ account, amount }) => [account, amount])).toEqual([[4910, '0.95']])
  const own = await app.sql(
    `select a.account from journal_lines l cross join lateral (values (l.debit_account, 1), (l.credit_account, -1)) a (account, sign)
     where l.document_id = any($1) and a.account in (1200, 2300) group by l.basis, a.account having sum(a.sign * l.currency_amount) <> 0`,
    [[source.id, target.id]],
  )
  expect(own).toEqual([])
  expect((await figures()).balances).toEqual([])
  expect(await findings()).toEqual([])
})

test('an owner who wants it has credit applied as an invoice is issued: it is emailed all the same, and undoing the sending gives the credit back', async () => {
  const profile = await app.call(ada!, 'POST', '/api/business-profile', { businessName: 'Ada Works', appliesCredit: true })
  expect(profile.appliesCredit).toBe(true)
  const source = await makeCredit('60.00')
  const draft = await makeInvoice('10.00', { status: 'draft' })
  expect((await read(draft.id)).creditApplied).toBe('0.00')
  const part = await makeInvoice('35.00')
  expect([part.status, part.creditApplied, part.settledBy, part.emailedTo]).toEqual([
    'paid',
    '35.00',
    'paid with credit',
    'acme@example.com',
  ])
  const { events } = await history(part.id)
  expect(events.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
    ['paid', 'Billfold'],
    ['credit applied', 'Billfold'],
    ['sent', expect.any(String)],
    ['created', expect.any(String)],
  ])
  // Sent later, by an edit and by email.
  const sent = await app.send(ada!, 'POST', `/api/invoices/${draft.id}/send-email`)
  expect([sent.status, (await read(draft.id)).creditApplied]).toEqual([200, '10.00'])
  const rest = await makeInvoice('40.00')
  expect([rest.status, rest.creditApplied, rest.balanceDue]).toEqual(['sent', '15.00', '25.00'])
  expect((await credit()).body).toEqual([])
  await expect
    .poll(async () => (await app.mails(0)).filter(({ text }) => text.includes(part.invoiceNumber)).length, { timeout: 60_000 })
    .toBe(1)

  // One whose email is held is a draft again.
  const other = await makeCredit('5.00')
  const held = await makeInvoice('5.00', { holdEmail: true })
  expect(held).toMatchObject({ status: 'paid', creditApplied: '5.00' })
  const undone = await app.send(ada!, 'POST', `/api/invoices/${held.id}/undo-send`)
  expect([undone.status, undone.body.status, undone.body.creditApplied]).toEqual([200, 'draft', '0.00'])
  expect((await credit()).body).toMatchObject([{ source: { id: other.id }, amount: '5.00' }])

  const [application] = (await history(rest.id)).creditApplications
  expect(application.source.id).toBe(source.id)
  await reverse(rest.id, application.id)
  expect((await credit()).body).toMatchObject([{ amount: '15.00' }, { amount: '5.00' }])
  expect(await findings()).toEqual([])
})

test('credit of a payment that was recorded by hand is given back by hand, in parts, and only what is not applied', async () => {
  const source = await makeCredit('60.00')
  const target = await makeInvoice('45.00')
  await apply(target.id)
  const [payment] = (await history(source.id)).payments
  const refund = (amount: string, who: Person | null = ada!) =>
    app.send(who, 'POST', `/api/invoices/${source.id}/payments/${payment.id}/refund`, { amount, reason: 'By bank transfer' })
  expect([(await refund('10.00', null)).status, (await refund('10.00', bob!)).status]).toEqual([401, 404])
  const { status, body } = await refund('10.00')
  expect([status, body]).toMatchObject([
    201,
    { payment: { refunded: '10.00', refundable: '190.00', refunds: [{ amount: '10.00', status: 'succeeded' }] }, amountPaid: '190.00' },
  ])
  expect((await credit()).body).toMatchObject([{ amount: '5.00' }])
  expect((await history(source.id)).events[0]).toMatchObject({ kind: 'refunded' })
  expect((await refund('200.00')).body.message).toMatch(/^Amount must be at most \$190\.00/)
  const spent = await refund('150.00')
  expect([spent.status, spent.body.message]).toEqual([409, expect.stringMatching(/so that much of it can't be refunded/)])
  await refund('5.00')
  expect((await credit()).body).toEqual([])
  expect(await read(source.id)).toMatchObject({ status: 'paid', balanceDue: '0.00' })
  expect(await findings()).toEqual([])
  await expect
    .poll(async () => (await app.mails(0)).filter(({ subject }) => /^Refund for invoice/.test(subject)).length, { timeout: 60_000 })
    .toBe(2)
})
