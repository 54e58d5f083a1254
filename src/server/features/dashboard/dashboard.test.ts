import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a new account has honest zeros', async () => {
  const ada = await app.person('ada')
  expect((await app.send(ada, 'GET', '/api/dashboard')).body).toMatchObject({
    totalRevenue: '0.00',
    outstanding: '0.00',
    paidThisMonth: '0.00',
    totalExpenses: '0.00',
    captions: { pendingInvoices: 0, invoicesThisMonth: 0, revenueLastMonth: '0.00' },
    recentInvoices: [],
    recentActivity: [],
  })
  expect((await app.send(null, 'GET', '/api/dashboard')).status).toBe(401)
})

test('the figures follow the documents, and nobody sees another one’s', async () => {
  app.setNow(new Date('2026-05-20T12:00:00Z'))
  const bob = await app.person('bob')
  const customer = (await app.send(bob, 'POST', '/api/customers', { name: 'Acme' })).body
  const make = async (invoiceNumber: string, status: string, unitPrice: string) =>
    (
      await app.send(bob, 'POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber,
        status,
        issueDate: '2026-05-01',
        dueDate: '2026-05-31',
        lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
      })
    ).body
  await make('A', 'draft', '1000.00')
  await make('B', 'sent', '200.10')
  const paid = await make('C', 'sent', '300.20')
  await app.send(bob, 'POST', `/api/invoices/${paid.id}/mark-paid`)
  await app.sql(
    "insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'Train', 45.50, '2026-04-03'), ($1, 'Other', 'Stamps', 4.50, '2026-05-02')",
    [bob.userId],
  )
  const { body } = await app.send(bob, 'GET', '/api/dashboard')
  expect(body).toMatchObject({
    totalRevenue: '300.20',
    outstanding: '200.10',
    paidThisMonth: '300.20',
    totalExpenses: '50.00',
    captions: { pendingInvoices: 1, invoicesThisMonth: 1, expensesThisMonth: '4.50', expensesLastMonth: '45.50', revenueLastMonth: '0.00' },
  })
  expect(body.recentInvoices.map((i: { invoiceNumber: string; status: string }) => [i.invoiceNumber, i.status])).toEqual([
    ['C', 'paid'],
    ['B', 'sent'],
    ['A', 'draft'],
  ])
  expect(body.recentActivity.map((a: { text: string }) => a.text)).toContain('Payment of $300.20 received from Acme for C')
  expect((await app.send(await app.person('eve'), 'GET', '/api/dashboard')).body.totalRevenue).toBe('0.00')
})
