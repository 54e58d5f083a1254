import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFigure, sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { sumFigureByPeriod } from '#server/domain/ledger/testing/sums.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { allTime, splitRange } from '#shared/periods.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The dashboard has fast queries of its own: they must agree with the ledger's plain sums of the same documents. */
const mustAgreeWithBooks = async (person: Person, today: string, shown: DashboardWire) => {
  const parts = splitRange({ from: day(shown.months[0]!.from), to: day(shown.months.at(-1)!.to) }, 'month')
  const now = day(today)
  const books = await app.database.asUser(person.userId, async (db) => {
    const month = await countFigure(db, { of: 'received', ...parts.at(-1)! }, now)
    const open = await countFigure(db, { of: 'receivable', ...allTime }, now)
    const of = async (figure: 'received' | 'expenses') => ({
      all: toDecimal(await sumFigure(db, { of: figure, ...allTime }, now)),
      months: (await sumFigureByPeriod(db, { of: figure, from: parts[0]!.from, to: parts.at(-1)!.to }, parts, now)).map(toDecimal),
    })
    return { month, open, received: await of('received'), expenses: await of('expenses') }
  })
  expect(shown).toMatchObject({
    totalRevenue: books.received.all,
    outstanding: toDecimal(books.open.sum),
    paidThisMonth: toDecimal(books.month.sum),
    totalExpenses: books.expenses.all,
    captions: { pendingInvoices: books.open.count, invoicesThisMonth: books.month.count },
  })
  expect(shown.months).toEqual(
    parts.map((range, i) => ({ ...range, received: books.received.months[i], expenses: books.expenses.months[i] })),
  )
}

test('a new account has zeros, and its first steps are checked off as they are done', async () => {
  const ada = await app.person('ada')
  const firstSteps = async () => (await app.call(ada, 'GET', '/api/dashboard')).firstSteps
  const none = { businessProfile: false, customer: false, invoice: false, sentInvoice: false, payments: false, reminders: false }
  expect(await app.call(ada, 'GET', '/api/dashboard')).toMatchObject({
    firstSteps: none,
    overdue: { count: 0, sum: '0.00', rows: [] },
    dueSoon: { count: 0, sum: '0.00', rows: [] },
    totalRevenue: '0.00',
    outstanding: '0.00',
    paidThisMonth: '0.00',
    totalExpenses: '0.00',
    captions: { pendingInvoices: 0, invoicesThisMonth: 0, revenueLastMonth: '0.00' },
    recentInvoices: [],
    recentActivity: [],
  })
  expect((await app.send(null, 'GET', '/api/dashboard')).status).toBe(401)
  expect((await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada & Co' })).status).toBe(201)
  const customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
  expect(await firstSteps()).toEqual({ ...none, businessProfile: true, customer: true })
  const form = { customerId, issueDate: '2026-05-01', dueDate: '2026-05-31' }
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
  const draft = (await app.call(ada, 'POST', '/api/invoices', { ...form, invoiceNumber: 'A', status: 'draft', lineItems })).id
  expect(await firstSteps()).toEqual({ ...none, businessProfile: true, customer: true, invoice: true })
  await app.send(ada, 'POST', '/api/invoices', { ...form, invoiceNumber: 'B', status: 'sent', lineItems })
  expect(await firstSteps()).toMatchObject({ sentInvoice: true, payments: false })
  await app.sql(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status) values ($1, 'one', $2, 'stripe', 'a', 1, 1, 'paid')`,
    [ada.userId, draft],
  )
  expect(await firstSteps()).toMatchObject({ payments: true, reminders: false })
  const { isAsked: _, problem: __, ...settings } = await app.call(ada, 'GET', '/api/reminder-settings')
  await app.call(ada, 'PUT', '/api/reminder-settings', settings)
  expect(await firstSteps()).toMatchObject({ reminders: true })
})

test('the figures follow the documents, per user', async () => {
  app.setNow(new Date('2026-05-20T12:00:00Z'))
  const bob = await app.person('bob')
  const customer = await app.call(bob, 'POST', '/api/customers', { name: 'Acme' })
  const make = async (invoiceNumber: string, status: string, unitPrice: string) =>
    await app.call(bob, 'POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber,
      status,
      issueDate: '2026-05-01',
      dueDate: '2026-05-31',
      lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    })
  await make('A', 'draft', '1000.00')
  await make('B', 'sent', '200.10')
  const paid = await make('C', 'sent', '300.20')
  await app.send(bob, 'POST', `/api/invoices/${paid.id}/mark-paid`)
  await app.sql(
    "insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'Train', 45.50, '2026-04-03'), ($1, 'Other', 'Stamps', 4.50, '2026-05-02')",
    [bob.userId],
  )
  await app.post(bob)
  const body = await app.call(bob, 'GET', '/api/dashboard')
  expect(body).toMatchObject({
    totalRevenue: '300.20',
    outstanding: '200.10',
    paidThisMonth: '300.20',
    totalExpenses: '50.00',
    captions: { pendingInvoices: 1, invoicesThisMonth: 1, expensesThisMonth: '4.50', expensesLastMonth: '45.50', revenueLastMonth: '0.00' },
  })
  expect(body.recentInvoices.map((i) => [i.invoiceNumber, i.status])).toEqual([
    ['C', 'paid'],
    ['B', 'sent'],
    ['A', 'draft'],
  ])
  expect(body.recentActivity.map((a) => a.text)).toContain('Payment of $300.20 received from Acme for C')
  expect((await app.call(await app.person('eve'), 'GET', '/api/dashboard')).totalRevenue).toBe('0.00')
})

test('refunds, partial payments, deleted and overdue documents count exactly', async () => {
  app.setNow(new Date('2026-06-10T12:00:00Z'))
  const kim = await app.person('kim')
  const customer = await app.call(kim, 'POST', '/api/customers', { name: 'Acme' })
  const make = async (invoiceNumber: string, unitPrice: string, dueDate = '2026-06-30') =>
    (
      await app.call(kim, 'POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber,
        status: 'sent',
        issueDate: '2026-05-01',
        dueDate,
        lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
      })
    ).id as number
  const pay = (id: number, amount: string, over: { refunded?: string; provider?: string; status?: string; date?: string } = {}) =>
    app.sql(
      `with p as (insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
         values ($1, $2, $3, $4, $5, 'card', $6, $7) returning id, refunded)
       insert into movements (user_id, kind, document_id, payment_id, day, amount, currency) select $1, 'refund', $2, id, $5, refunded, 'USD' from p where refunded > 0`,
      [kim.userId, id, amount, over.refunded ?? '0', over.date ?? '2026-06-02', over.provider ?? 'manual', over.status ?? 'succeeded'],
    )
  const remove = (id: number) => app.sql('update documents set deleted_at = now() where id = $1', [id])
  await pay(await make('part', '100.00'), '30.00')
  await pay(await make('refunded', '50.00'), '50.00', { refunded: '50.00', provider: 'stripe' })
  await pay(await make('voided', '7.00'), '7.00', { status: 'voided' })
  await make('overdue', '20.00', '2026-06-09')
  await pay(await make('last month', '10.00'), '10.00', { date: '2026-05-31' })
  await pay(await make('dated ahead', '400.00'), '400.00', { date: '2026-07-01' })
  const byHand = await make('deleted by hand', '1000.00')
  await pay(byHand, '1000.00')
  await remove(byHand)
  const withCard = await make('deleted with card', '5.00')
  await pay(withCard, '5.00', { provider: 'stripe' })
  await remove(withCard)
  await app.post(kim)
  const body = await app.call(kim, 'GET', '/api/dashboard')
  expect(body).toMatchObject({
    // 30 of the partial payment, 10 of last month, 400 of next month, 5 that a provider collected.
    totalRevenue: '445.00',
    paidThisMonth: '35.00',
    // 70 of the partial payment, 50 refunded, 7 voided, 20 overdue.
    outstanding: '147.00',
    captions: { pendingInvoices: 4, invoicesThisMonth: 2, revenueThisMonth: '35.00', revenueLastMonth: '10.00' },
  })
  await mustAgreeWithBooks(kim, '2026-06-10', body)
  expect(body.overdue).toMatchObject({
    count: 1,
    sum: '20.00',
    rows: [{ invoiceNumber: 'overdue', customerName: 'Acme', balanceDue: '20.00' }],
  })
  expect(body.dueSoon).toEqual({ count: 0, sum: '0.00', rows: [] })
  app.setNow(new Date('2026-06-23T12:00:00Z'))
  const later = (await app.call(kim, 'GET', '/api/dashboard')) as DashboardWire
  // Due within a week; an invoice that is settled isn't listed.
  expect([later.dueSoon.count, later.dueSoon.sum, later.dueSoon.rows.map((row) => row.invoiceNumber)]).toEqual([
    3,
    '127.00',
    ['part', 'refunded', 'voided'],
  ])
  app.setNow(new Date('2026-09-10T12:00:00Z'))
  const last = (await app.call(kim, 'GET', '/api/dashboard')) as DashboardWire
  expect([last.overdue.count, last.overdue.sum, last.overdue.rows[0]!.invoiceNumber]).toEqual([4, '147.00', 'overdue'])
  await mustAgreeWithBooks(kim, '2026-09-10', last)
  const status = (number: string) => body.recentInvoices.find((i) => i.invoiceNumber === number)?.status
  expect([status('overdue'), status('deleted by hand'), status('last month')]).toEqual(['overdue', undefined, 'sent'])
})

test('a deleted invoice leaves figures and activity except for provider payments; its customer can then be deleted', async () => {
  app.setNow(new Date('2026-07-10T12:00:00Z'))
  const lee = await app.person('lee')
  const customer = await app.call(lee, 'POST', '/api/customers', { name: 'Gone Ltd' })
  const make = async (invoiceNumber: string, provider: string) => {
    const { id } = await app.call(lee, 'POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber,
      status: 'sent',
      issueDate: '2026-07-01',
      dueDate: '2026-07-31',
      lineItems: [{ description: 'Work', quantity: 1, unitPrice: '10.00' }],
    })
    await app.sql(
      `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
       values ($1, $2, 10, '2026-07-02', 'card', $3, 'succeeded')`,
      [lee.userId, id, provider],
    )
    return id as number
  }
  const ids = [await make('HAND', 'manual'), await make('CARD', 'stripe')]
  const entries = async () => (await app.call(lee, 'GET', '/api/dashboard')).recentActivity as DashboardWire['recentActivity']
  expect(new Set((await entries()).map(({ kind, path }) => `${kind} ${path}`))).toEqual(
    new Set([...ids.flatMap((id) => [`payment /invoices/${id}`, `marked sent /invoices/${id}`]), `customer /customers/${customer.id}`]),
  )
  // The provider's payment was recorded before the deletion was refused for it, as for a late payment.
  await app.sql('update documents set deleted_at = now() where id = any($1)', [ids])
  await app.post(lee)
  expect((await app.send(lee, 'DELETE', `/api/customers/${customer.id}`)).status).toBe(204)
  expect(await entries()).toMatchObject([{ text: 'Payment of $10.00 received from Gone Ltd for CARD', path: null }])
  expect(await app.call(lee, 'GET', '/api/dashboard')).toMatchObject({
    totalRevenue: '10.00',
    outstanding: '0.00',
    recentInvoices: [],
  })
})

test('sent, accepted and declined estimates are in the activity; deleted ones and drafts that became invoices are not', async () => {
  app.setNow(new Date())
  const zoe = await app.person('zoe')
  const customer = await app.call(zoe, 'POST', '/api/customers', { name: 'Kim & Co' })
  const make = async (estimateNumber: string, status: string) => {
    const form = { customerId: customer.id, estimateNumber, status, issueDate: '2026-07-01', expiryDate: '2030-07-31' }
    const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
    const { id, version, publicUrl } = await app.call(zoe, 'POST', '/api/estimates', { ...form, lineItems })
    const answer = (verb: string, body: object) =>
      app.send(null, 'POST', `/api/public/estimate/${publicUrl!.split('/').at(-1)}/${verb}`, { version, ...body })
    return { id: id as number, answer }
  }
  const activity = async () => (await app.call(zoe, 'GET', '/api/dashboard')).recentActivity.map(({ kind, text }) => [kind, text])
  await make('E-DRAFT', 'draft')
  const yes = await make('E-YES', 'sent')
  await yes.answer('accept', { name: 'Jo Lee' })
  const no = await make('E-NO', 'sent')
  await no.answer('decline', { reason: 'Too dear', name: 'Jo Lee' })
  const converted = await make('E-CONVERTED', 'draft')
  await app.send(zoe, 'POST', `/api/estimates/${converted.id}/convert`)
  expect(await activity()).toEqual([
    ['declined', 'Estimate E-NO declined by Kim & Co'],
    ['estimate marked sent', 'Estimate E-NO for Kim & Co marked as sent'],
    ['accepted', 'Estimate E-YES accepted by Jo Lee'],
    ['estimate marked sent', 'Estimate E-YES for Kim & Co marked as sent'],
    ['customer', 'New customer Kim & Co added'],
  ])
  await app.send(zoe, 'DELETE', `/api/estimates/${no.id}`)
  expect(await activity()).toEqual([
    ['accepted', 'Estimate E-YES accepted by Jo Lee'],
    ['estimate marked sent', 'Estimate E-YES for Kim & Co marked as sent'],
    ['customer', 'New customer Kim & Co added'],
  ])
})

test('a document counts as emailed after an email was sent, and an import of customers is one entry', async () => {
  app.setNow(new Date())
  const uma = await app.person('uma')
  const rows = Array.from({ length: 100 }, (_, i) => ({ line: i + 2, values: { name: `Imported ${i}` } }))
  expect(await app.call(uma, 'POST', '/api/customers/import', { rows })).toEqual({ created: 100, skipped: 0 })
  const customer = async (name: string, email?: string) => (await app.call(uma, 'POST', '/api/customers', { name, email })).id as number
  const [reached, unreached] = [await customer('Reached', 'uma-reached@example.com'), await customer('Unreached')]
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
  const dates = { issueDate: '2026-07-01', dueDate: '2030-07-31' }
  const send = async (customerId: number, invoiceNumber: string) =>
    (await app.call(uma, 'POST', '/api/invoices', { customerId, invoiceNumber, status: 'sent', ...dates, lineItems })).id
  const [first, second] = [await send(reached, 'U-1'), await send(unreached, 'U-2')]
  await app.mails(1)
  const { id } = await app.call(uma, 'POST', '/api/estimates', {
    customerId: reached,
    estimateNumber: 'U-3',
    issueDate: '2026-07-01',
    expiryDate: '2030-07-31',
    lineItems,
  })
  expect((await app.send(uma, 'POST', `/api/estimates/${id}/send-email`)).status).toBe(200)
  await app.mails(2)
  const activity = async () =>
    (await app.call(uma, 'GET', '/api/dashboard')).recentActivity.map((each) => `${each.text} ${each.path}`).sort()
  await expect
    .poll(activity, { timeout: 60_000 })
    .toEqual([
      '100 customers imported /customers',
      `Estimate U-3 sent to Reached /estimates/${id}`,
      `Invoice U-1 sent to Reached /invoices/${first}`,
      `Invoice U-2 for Unreached marked as sent /invoices/${second}`,
      `New customer Reached added /customers/${reached}`,
      `New customer Unreached added /customers/${unreached}`,
    ])
})

test('later changes of payments and the first view of an invoice by its customer are in the activity', async () => {
  app.setNow(new Date())
  const mia = await app.person('mia')
  const customerId = (await app.call(mia, 'POST', '/api/customers', { name: 'Kim & Co' })).id
  const make = async (invoiceNumber: string) => {
    const form = { customerId, invoiceNumber, status: 'sent', issueDate: '2026-07-01', dueDate: '2030-07-31' }
    const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
    const { id } = await app.call(mia, 'POST', '/api/invoices', { ...form, lineItems })
    const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [id])
    return { id: id as number, look: () => app.send(null, 'GET', `/api/public/invoice/${row!.public_id}`) }
  }
  const activity = async () => (await app.call(mia, 'GET', '/api/dashboard')).recentActivity.map(({ kind, text }) => [kind, text])
  const happened = (id: number, kind: string, after: string | null) =>
    app.sql("insert into events (user_id, subject_type, subject_id, kind, actor, changes) values ($1, 'invoice', $2, $3, $4, $5)", [
      ...[mia.userId, id, kind, 'Billfold'],
      JSON.stringify(after === null ? [] : [{ field: 'Refund', before: null, after }]),
    ])
  const one = await make('A-1')
  await one.look()
  app.setNow(new Date(Date.now() + 2 * 3_600_000))
  await one.look()
  expect(await activity()).toEqual([
    ['viewed', 'Invoice A-1 viewed by Kim & Co'],
    ['marked sent', 'Invoice A-1 for Kim & Co marked as sent'],
    ['customer', 'New customer Kim & Co added'],
  ])
  const two = await make('A-2')
  await happened(one.id, 'refunded', '$1,020.00 of $1,050.25, Card')
  await happened(one.id, 'refund failed', null)
  await happened(one.id, 'refund undone', '$20.00 of $50.25, Card')
  await happened(two.id, 'disputed', '$10.00, Card')
  await happened(two.id, 'dispute won', '$10.00, Card')
  await happened(two.id, 'dispute lost', '$10.00, Card')
  await happened(two.id, 'payment questioned', 'EUR 10.00')
  await happened(two.id, 'payment pending', '$10.00, PayPal')
  expect(await activity()).toEqual([
    ['payment questioned', 'A payment from Kim & Co for A-2 needs your decision'],
    ['dispute lost', 'Dispute of the payment of $10.00 from Kim & Co for A-2 lost'],
    ['dispute won', 'Dispute of the payment of $10.00 from Kim & Co for A-2 won'],
    ['disputed', 'Payment of $10.00 from Kim & Co for A-2 disputed'],
    ['refund undone', 'Refund of $20.00 to Kim & Co for A-1 came back'],
    ['refund failed', 'Refund to Kim & Co for A-1 failed'],
    ['refunded', 'Refund of $1,020.00 to Kim & Co for A-1'],
    ['marked sent', 'Invoice A-2 for Kim & Co marked as sent'],
  ])
})
