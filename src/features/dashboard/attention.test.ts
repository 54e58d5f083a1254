import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-10T12:00:00Z'))
})
afterAll(() => app.close())

const lineItems = (unitPrice: string) => [{ description: 'Work', quantity: 1, unitPrice }]

test('what needs attention is counted and summed, most urgent first, each document once and only of this user', async () => {
  const [ada, eve] = [await app.person('ada'), await app.person('eve')]
  const customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
  const attention = async (who = ada): Promise<DashboardWire['attention']> => (await app.call(who, 'GET', '/api/dashboard')).attention
  expect(await attention()).toEqual([])

  const invoice = async (invoiceNumber: string, status: string, unitPrice: string, dueDate = '2026-06-30') =>
    (
      await app.call(ada, 'POST', '/api/invoices', {
        ...{ customerId, invoiceNumber, status, issueDate: '2026-05-01', dueDate },
        lineItems: lineItems(unitPrice),
      })
    ).id as number
  const estimate = async (estimateNumber: string, status: string, unitPrice: string, expiryDate = '2026-08-31') =>
    (
      await app.call(ada, 'POST', '/api/estimates', {
        ...{ customerId, estimateNumber, status, issueDate: '2026-05-01', expiryDate },
        lineItems: lineItems(unitPrice),
      })
    ).id as number
  const set = (id: number, change: string) => app.sql(`update documents set ${change} where user_id = $1 and id = $2`, [ada.userId, id])

  await invoice('DRAFT-LATER', 'draft', '1.10', '2026-06-30')
  const draft = await invoice('DRAFT', 'draft', '2.20', '2026-06-20')
  await invoice('LATE', 'sent', '20.00', '2026-06-09')
  const latest = await invoice('LATEST', 'sent', '30.05', '2026-05-05')
  const review = await invoice('REVIEW', 'sent', '40.00')
  await set(review, "payment_attention = 'review'")
  const bounced = await invoice('BOUNCED', 'sent', '50.00')
  await set(bounced, "email_status = 'failed'")
  await invoice('FINE', 'sent', '60.00')
  const gone = await invoice('GONE', 'draft', '70.00')
  await set(gone, 'deleted_at = now()')

  // An estimate can be accepted without becoming an invoice: when the trial has ended.
  const yes = await estimate('YES', 'sent', '500.00')
  await set(yes, "status = 'accepted'")
  const billed = await estimate('BILLED', 'sent', '600.00')
  const converted = (await app.call(ada, 'POST', `/api/estimates/${billed}/convert`)).id as number
  await app.send(ada, 'DELETE', `/api/invoices/${converted}`)
  const soon = await estimate('SOON', 'sent', '700.00', '2026-06-17')
  await estimate('LATER', 'sent', '800.00', '2026-06-18')
  await estimate('EXPIRED', 'sent', '900.00', '2026-06-09')

  const first = (number: string, path: string, day: string) => ({ number, reason: null, customerName: 'Acme', path, day })
  expect(await attention()).toEqual([
    { kind: 'payment', count: 1, sum: '40.00', first: first('REVIEW', `/invoices/${review}`, '2026-06-30') },
    { kind: 'overdue', count: 2, sum: '50.05', first: first('LATEST', `/invoices/${latest}`, '2026-05-05') },
    { kind: 'undelivered', count: 1, sum: '50.00', first: first('BOUNCED', `/invoices/${bounced}`, '2026-06-30') },
    { kind: 'accepted', count: 1, sum: '500.00', first: first('YES', `/estimates/${yes}`, '2026-08-31') },
    { kind: 'expiring', count: 1, sum: '700.00', first: first('SOON', `/estimates/${soon}`, '2026-06-17') },
    { kind: 'draft', count: 2, sum: '3.30', first: first('DRAFT', `/invoices/${draft}`, '2026-06-20') },
  ])
  expect(await attention(eve)).toEqual([])
})

test('recurring invoices that wait or were paused by Billfold are listed with the reason of the one that waits longest', async () => {
  const [kim, lou] = [await app.person('kim-who-repeats'), await app.person('lou-who-repeats')]
  const customerId = (await app.call(kim, 'POST', '/api/customers', { name: 'Acme' })).id
  const create = async () =>
    (
      await app.call(kim, 'POST', '/api/recurring-invoices', {
        ...{ customerId, startDay: '2030-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14, sendsInvoices: true },
        content: { lineItems: lineItems('40.00') },
      })
    ).id
  const [first, second, paused] = [await create(), await create(), await create()]
  const wait = (id: number, problem: string, since: string) =>
    app.sql('update recurring_invoices set problem = $3, problem_since = $4 where user_id = $1 and id = $2', [
      kim.userId,
      id,
      problem,
      since,
    ])
  await app.call(kim, 'POST', `/api/recurring-invoices/${paused}/pause` as '/api/recurring-invoices/1/pause')
  expect((await app.call(kim, 'GET', '/api/dashboard')).attention).toEqual([])
  await wait(first, 'No rate.', '2026-06-02')
  await wait(second, 'No address.', '2026-06-01')
  expect((await app.call(kim, 'GET', '/api/dashboard')).attention).toEqual([
    {
      ...{ kind: 'recurring', count: 2, sum: null },
      first: {
        ...{ number: null, reason: 'No address.', customerName: 'Acme', day: '2030-01-31' },
        path: `/recurring-invoices/${second}`,
      },
    },
  ])
  expect((await app.call(lou, 'GET', '/api/dashboard')).attention).toEqual([])
})

test('what a customer answered to a reminder is listed until it is settled', async () => {
  const kim = await app.person('kim-who-reminds')
  const customerId = (await app.call(kim, 'POST', '/api/customers', { name: 'Acme' })).id
  const invoice = async (invoiceNumber: string, dueDate: string) =>
    (
      await app.call(kim, 'POST', '/api/invoices', {
        ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-05-01', dueDate, lineItems: lineItems('40.00') },
      })
    ).id as number
  const answer = (id: number, cause: string) =>
    app.sql('insert into reminder_opt_outs (user_id, document_id, cause) values ($1, $2, $3)', [kim.userId, id, cause])
  const [later, first, off] = [await invoice('R-1', '2026-06-30'), await invoice('R-2', '2026-06-20'), await invoice('R-3', '2026-06-19')]
  await answer(later, 'paid')
  await answer(first, 'disputed')
  await answer(off, 'owner')
  const attention = async () => (await app.call(kim, 'GET', '/api/dashboard')).attention
  expect(await attention()).toEqual([
    {
      ...{ kind: 'answered', count: 2, sum: '80.00' },
      first: { number: 'R-2', reason: 'disputes it', customerName: 'Acme', day: '2026-06-20', path: `/invoices/${first}` },
    },
  ])
  await app.call(kim, 'POST', `/api/invoices/${first}/payments`, { amount: '40.00', paymentDate: '2026-06-10', paymentMethod: 'Cash' })
  await app.call(kim, 'POST', `/api/invoices/${later}/reminders/resume` as '/api/invoices/1/reminders/resume', {})
  expect(await attention()).toEqual([])
})

test('sums are in the currency of the business, and the rows of what is due in that of the invoice', async () => {
  const kim = await app.person('kim-in-dollars')
  const customerId = (await app.call(kim, 'POST', '/api/customers', { name: 'Acme' })).id
  const invoice = (invoiceNumber: string, fields: object) =>
    app.call(kim, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber, status: 'draft', issueDate: '2026-05-01', dueDate: '2026-06-01', lineItems: lineItems('100.00') },
      ...fields,
    })
  const late = await invoice('LATE', { status: 'sent', currency: 'EUR', exchangeRate: '1.10' })
  await app.call(kim, 'POST', `/api/invoices/${late.id}/payments`, {
    ...{ amount: '40.00', paymentDate: '2026-05-02', paymentMethod: 'Cash', exchangeRate: '1.20' },
  })
  await invoice('SOON', { status: 'sent', dueDate: '2026-06-12' })
  await invoice('YEN', { currency: 'JPY', exchangeRate: '0.007', lineItems: lineItems('1000') })
  await invoice('HOME', {})
  await invoice('WITHOUT RATE', { currency: 'CHF' })
  const { overdue, dueSoon, attention } = await app.call(kim, 'GET', '/api/dashboard')
  expect(overdue).toMatchObject({ count: 1, sum: '66.00', rows: [{ invoiceNumber: 'LATE', currency: 'EUR', balanceDue: '60.00' }] })
  expect(dueSoon).toMatchObject({ count: 1, sum: '100.00', rows: [{ invoiceNumber: 'SOON', currency: 'USD', balanceDue: '100.00' }] })
  expect(attention.map(({ kind, count, sum }) => [kind, count, sum])).toEqual([
    ['overdue', 1, '66.00'],
    ['draft', 3, '107.00'],
  ])

  await app.sql(
    "update documents set currency = 'CHF', exchange_rate = null, rate_day = null, rate_source = null, home_total = null where status = 'draft'",
  )
  expect((await app.call(kim, 'GET', '/api/dashboard')).attention[1]).toMatchObject({ kind: 'draft', count: 3, sum: null })
})

test('the first steps are dismissed once, for the account and for no other', async () => {
  const [kim, lou] = [await app.person('kim'), await app.person('lou')]
  const path = '/api/dashboard/first-steps/dismiss'
  const isDismissed = async (who: typeof kim) => (await app.call(who, 'GET', '/api/dashboard')).firstStepsDismissed
  expect(await isDismissed(kim)).toBe(false)
  expect((await app.send(null, 'POST', path)).status).toBe(401)
  expect((await app.send(kim, 'POST', path, { why: 1 })).status).toBe(400)
  for (const _ of [1, 2]) expect((await app.send(kim, 'POST', path)).status).toBe(200)
  expect([await isDismissed(kim), await isDismissed(lou)]).toEqual([true, false])
  const [row] = await app.sql<{ count: number }>(
    "select count(*)::int as count from events where user_id = $1 and subject_type = 'account'",
    [kim.userId],
  )
  expect(row!.count).toBe(1)
})
