import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'
import { addDays, today } from '#shared/dates.ts'
import { getMonthEnd } from '#shared/periods.ts'

let app: TestApp
let ada: Person
let customerId: number
let records: ReturnType<typeof createRecords>
let numbers = 0
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-15T12:00:00Z'))
})
afterAll(() => app.close())

/** A new user with a customer. */
const begin = async () => {
  ada = await app.person(`ada${++numbers}`)
  records = createRecords(app, ada)
  customerId = (await records.customer()).id
}
const line = (unitPrice: string) => ({ description: 'Work', quantity: '1', unitPrice })
const form = (invoiceNumber: string, issueDate: string, unitPrice = '100.00') => ({
  ...{
    customerId,
    invoiceNumber,
    status: 'sent' as 'draft' | 'sent',
    issueDate,
    dueDate: '2026-12-31',
    taxRate: '0',
    lineItems: [line(unitPrice)],
  },
})
const close = (throughDay: string) => app.send(ada, 'POST', '/api/books/closings', { throughDay })
const isClosed = (through: string, path?: string) => ({
  status: 409,
  body: {
    message: `Your books are closed through ${through}. Choose a later date, or reopen the closing on the Books page.`,
    ...(path ? { issues: [{ path, message: expect.any(String) }] } : {}),
  },
})
const hledger = async (query = '') => String((await app.send(ada, 'GET', `/api/books/journal?format=hledger${query}`)).bytes)
const health = async () => (await app.call(ada, 'GET', '/api/books/health')).findings

test('what is dated in a closed period is refused with the closing’s day and the way out, and nothing is stored', async () => {
  await begin()
  const march = await records.invoice(form('A-1', '2026-03-10'))
  const payment = await records.payment(march.id, { amount: '40.00', paymentDate: '2026-03-20' })
  const april = await records.invoice(form('A-2', '2026-04-10'))
  const draft = await records.invoice({ ...form('A-3', '2026-03-15'), status: 'draft' })
  const train = await records.expense({ expenseDate: '2026-03-05', amount: '12.50' })
  const taxi = await records.expense({ expenseDate: '2026-04-05', amount: '9.00' })
  expect((await close('2026-03-31')).status).toBe(201)
  const [before, march31] = [await hledger(), await hledger('&to=2026-03-31')]

  const invoice = (id: number) => `/api/invoices/${id}` as const
  const read = async (id: number) => app.call(ada, 'GET', invoice(id))
  const save = async (id: number, change: object) => {
    const { version } = await read(id)
    return app.send(ada, 'PUT', invoice(id), {
      ...form(`A-${id === march.id ? 1 : 2}`, id === march.id ? '2026-03-10' : '2026-04-10'),
      version,
      ...change,
    })
  }
  const [closed, atIssueDate] = [isClosed('Mar 31, 2026'), isClosed('Mar 31, 2026', 'issueDate')]
  expect(await save(march.id, { lineItems: [line('90.00')] })).toMatchObject(closed)
  expect(await save(march.id, { notes: 'Thank you' })).toMatchObject(closed)
  expect(await save(march.id, { issueDate: '2026-05-01' })).toMatchObject(closed)
  expect(await save(april.id, { issueDate: '2026-03-31' })).toMatchObject(atIssueDate)
  expect(await app.send(ada, 'DELETE', invoice(march.id))).toMatchObject(closed)
  expect(await app.send(ada, 'DELETE', `${invoice(march.id)}/payments/${payment.payment.id}`)).toMatchObject(closed)
  expect(await app.send(ada, 'POST', '/api/invoices', form('A-9', '2026-03-31'))).toMatchObject(atIssueDate)
  expect(await save(draft.id, { ...form('A-3', '2026-03-15'), status: 'sent' })).toMatchObject(atIssueDate)
  expect(
    await app.send(ada, 'POST', `${invoice(april.id)}/payments`, { amount: '1.00', paymentDate: '2026-03-31', paymentMethod: 'Cash' }),
  ).toMatchObject(isClosed('Mar 31, 2026', 'paymentDate'))
  const expense = { description: 'Train', category: 'Travel', amount: '12.50', expenseDate: '2026-03-05' }
  expect(await app.send(ada, 'POST', '/api/expenses', expense)).toMatchObject(isClosed('Mar 31, 2026', 'expenseDate'))
  expect(await app.send(ada, 'PUT', `/api/expenses/${train.id}`, { ...expense, amount: '13.00' })).toMatchObject(closed)
  expect(await app.send(ada, 'PUT', `/api/expenses/${taxi.id}`, expense)).toMatchObject(isClosed('Mar 31, 2026', 'expenseDate'))
  expect(await app.send(ada, 'DELETE', `/api/expenses/${train.id}`)).toMatchObject(closed)
  const rows = [{ line: 2, values: { description: 'Bus', category: 'Travel', amount: '2.00', expenseDate: '2026-03-31' } }]
  expect(await app.send(ada, 'POST', '/api/expenses/import', { rows })).toMatchObject(closed)
  const opening = { customerId, amount: '5.00', day: '2026-03-31', dueDate: '2026-03-31' }
  expect(await app.send(ada, 'POST', '/api/books/opening-balances', opening)).toMatchObject(closed)
  expect(await hledger()).toBe(before)
  expect(await health()).toEqual([])

  // What changes no figure of the period is allowed: a payment of today, a draft's edit, a receipt.
  expect(
    (await app.send(ada, 'POST', `${invoice(march.id)}/payments`, { amount: '60.00', paymentDate: '2026-04-01', paymentMethod: 'Cash' }))
      .status,
  ).toBe(201)
  expect((await save(draft.id, { ...form('A-3', '2026-03-15'), status: 'draft', notes: 'Soon' })).status).toBe(200)
  expect((await app.send(ada, 'PUT', `/api/expenses/${train.id}`, { ...expense, vendor: 'Rail' })).status).toBe(200)
  expect(await hledger('&to=2026-03-31')).toBe(march31)
  expect(await health()).toEqual([])
})

test('a payment that becomes known after its month was closed is posted on the first open day with its own day; closed months stay byte-equal', async () => {
  await begin()
  // The provider's clock is the real one.
  const paidOn = today(new Date(), 'UTC')
  const [monthEnd, firstOpen] = [getMonthEnd(paidOn), addDays(getMonthEnd(paidOn), 1)]
  app.setNow(new Date())
  const { id } = await records.invoice(form('L-1', addDays(paidOn, -40)))
  await app.sql("update users set time_zone = 'UTC' where id = $1", [ada.userId])
  const publicId = await getPublicId(app, id)
  const { headers } = await app.send(null, 'GET', `/pay/${publicId}/checkout`)
  app.setNow(new Date(`${addDays(monthEnd, 5)}T12:00:00Z`))
  expect((await close(monthEnd)).status).toBe(201)
  const months = [`&to=${monthEnd}`, `&to=${monthEnd}&basis=cash`]
  const before = await Promise.all(months.map(hledger))
  await payAtCheckout(String(headers.location), '4242424242424242')
  await app.call(null, 'POST', `/api/invoices/${publicId}/mark-paid`, {})
  expect(await Promise.all(months.map(hledger))).toEqual(before)
  expect(await app.call(ada, 'GET', '/api/books/entries?kind=payment')).toMatchObject([
    { day: firstOpen, eventDay: paidOn, reference: 'L-1' },
  ])
  expect(await app.call(ada, 'GET', '/api/books/entries?kind=fee')).toMatchObject([
    {
      day: firstOpen,
      description: 'Stripe fee for L-1',
      postings: [
        { account: 6000, debit: '3.20' },
        { account: 1010, credit: '3.20' },
      ],
    },
  ])
  expect(await health()).toEqual([])
  app.setNow(new Date('2026-06-15T12:00:00Z'))
})

test('only whole months that are over are closed, one after another, and only the newest closing is reopened, with a reason', async () => {
  await begin()
  app.setNow(new Date('2026-06-15T12:00:00Z'))
  await records.invoice(form('C-1', '2026-02-10'))
  const refused = async (throughDay: string) => (await close(throughDay)).body.message
  expect(await refused('2026-03-30')).toBe('Books are closed through the last day of a month.')
  expect(await refused('2026-06-30')).toBe('Through must not be after today, Jun 15, 2026')
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  expect(await refused('2026-06-30')).toBe('This month isn’t over yet. Close it from its end on.')
  app.setNow(new Date('2026-06-15T12:00:00Z'))
  const first = (await close('2026-02-28')).body
  const second = (await close('2026-04-30')).body
  expect(await refused('2026-03-31')).toBe('Your books are closed through Apr 30, 2026 already.')
  expect(first).toMatchObject({ throughDay: '2026-02-28', closedBy: expect.stringContaining('ada'), reopenedAt: null, reason: null })
  expect(first.journalHash).toMatch(/^[0-9a-f]{64}$/)
  const reopen = (id: number, reason = 'A late receipt') => app.send(ada, 'POST', `/api/books/closings/${id}/reopen`, { reason })
  expect(await reopen(first.id)).toMatchObject({
    status: 409,
    body: { message: 'Only the newest closing can be reopened, the one through Apr 30, 2026.' },
  })
  expect((await reopen(second.id, ' ')).status).toBe(400)
  expect(await reopen(second.id)).toMatchObject({ status: 200, body: { reason: 'A late receipt', reopenedBy: expect.any(String) } })
  expect(await reopen(second.id)).toMatchObject({ status: 409, body: { message: 'This closing is reopened already.' } })
  expect(await app.call(ada, 'GET', '/api/books/closings')).toMatchObject({
    closedThrough: '2026-02-28',
    closings: [{ id: second.id, reopenedAt: expect.any(String) }, { id: first.id }],
  })
  await records.invoice(form('C-2', '2026-03-10'))
  // The same days can be closed again.
  expect((await close('2026-04-30')).status).toBe(201)
  expect(
    await app.sql("select kind, changes from events where user_id = $1 and subject_type = 'books' order by id", [ada.userId]),
  ).toMatchObject([
    { kind: 'closed' },
    { kind: 'closed', changes: [{ before: '2026-02-28', after: '2026-04-30' }] },
    {
      kind: 'reopened',
      changes: [
        { before: '2026-04-30', after: '2026-02-28' },
        { field: 'Reason', after: 'A late receipt' },
      ],
    },
    { kind: 'closed' },
  ])
  const bob = await app.person('bob')
  expect((await app.send(bob, 'POST', `/api/books/closings/${first.id}/reopen`, { reason: 'mine' })).status).toBe(404)
  expect(await health()).toEqual([])
})

test('before a closing, drafts dated inside and payments under review are shown', async () => {
  await begin()
  const draft = await records.invoice({ ...form('D-1', '2026-03-15'), status: 'draft' })
  await records.invoice({ ...form('D-2', '2026-04-15'), status: 'draft' })
  const sent = await records.invoice(form('D-3', '2026-03-20'))
  await app.sql(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status)
     values ($1, 'review', $2, 'stripe', 'acct', 1, 1, 'review')`,
    [ada.userId, sent.id],
  )
  expect(await app.call(ada, 'GET', '/api/books/closings/preview?throughDay=2026-03-31')).toEqual({
    drafts: [{ id: draft.id, invoiceNumber: 'D-1', customerName: expect.any(String), issueDate: '2026-03-15', total: '100.00' }],
    draftCount: 1,
    reviews: [{ id: sent.id, invoiceNumber: 'D-3', customerName: expect.any(String) }],
    reviewCount: 1,
    entryCount: 1,
  })
})

test('postings and closings at the same time neither deadlock nor let anything into a closed month', async () => {
  await begin()
  await app.sql("update users set subscription_status = 'active', subscription_plan = 'monthly' where id = $1", [ada.userId])
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, i) => records.invoice({ ...form(`P-${i}`, '2026-03-10'), status: 'draft' })),
  )
  const issued = sent.map(({ id }, i) => app.send(ada, 'PUT', `/api/invoices/${id}`, { ...form(`P-${i}`, '2026-03-10'), version: 1 }))
  const [closing, ...replies] = await Promise.all([close('2026-03-31'), ...issued])
  expect(closing.status).toBe(201)
  for (const { status } of replies) expect([200, 409]).toContain(status)
  const entries = await app.call(ada, 'GET', '/api/books/entries')
  expect(entries.length).toBe(replies.filter(({ status }) => status === 200).length)
  expect(entries.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual(
    entries.map((_: unknown, i: number) => i + 1),
  )
  expect(await health()).toEqual([])
})
