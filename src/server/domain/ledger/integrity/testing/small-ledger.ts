import { vi } from 'vitest'
import type { Person, TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

/**
 * Gives somebody a book in which something of everything happened, as the app's pages do it: papers with several lines, rates and a typed tax; money
 * by hand and by card, in part, in full, given back; expenses and items; and something of each kind deleted.
 */
export const createSmallLedger = async (app: TestApp, who: Person): Promise<void> => {
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const reply = await app.send(who, method, url, body)
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const customerId = (await send('POST', '/api/customers', { name: 'Acme' })).id
  const line = (quantity: string, unitPrice: string) => ({ description: 'Work', quantity, unitPrice })
  const invoice = (invoiceNumber: string, over: object = {}) =>
    send('POST', '/api/invoices', {
      customerId,
      invoiceNumber,
      status: 'sent',
      issueDate: '2026-04-05',
      dueDate: '2026-05-05',
      taxRate: '8.25',
      lineItems: [line('1.5', '66.67'), line('3', '20.05')],
      ...over,
    })
  const pay = (id: number, amount: string, paymentDate: string) =>
    send('POST', `/api/invoices/${id}/payments`, { amount, paymentDate, paymentMethod: 'Cash' })

  const byCard = await invoice('A-1')
  const [link] = await app.sql<{ id: string }>('select public_id as id from public_invoices where invoice_id = $1', [byCard.id])
  const { headers } = await app.send(null, 'GET', `/pay/${link!.id}/checkout`)
  await payAtCheckout(String(headers.location), '4242424242424242')
  await app.send(null, 'POST', `/api/invoices/${link!.id}/mark-paid`, {})
  const { payments } = (await app.send(who, 'GET', `/api/invoices/${byCard.id}/history`)).body
  await send('POST', `/api/invoices/${byCard.id}/payments/${payments[0].id}/refund`, { amount: '10.00' })

  const inPart = await invoice('A-2', { taxRate: '5', taxAmount: '7.77' })
  await pay(inPart.id, '50.00', '2026-06-01')
  const byHand = await invoice('A-3', { taxRate: '0', issueDate: '2026-06-10', dueDate: '2026-07-10' })
  await send('POST', `/api/invoices/${byHand.id}/mark-paid`)
  await invoice('A-4', { status: 'draft' })
  await send('DELETE', `/api/invoices/${(await invoice('A-5')).id}`)
  await invoice('A-6', { lineItems: [line('1', '0')] })

  const document = { customerId, status: 'sent', issueDate: '2026-06-01', expiryDate: '2099-07-01', taxRate: '19' }
  await send('POST', '/api/estimates', { ...document, estimateNumber: 'E-1', lineItems: [line('2', '12.34'), line('0.33', '9.99')] })
  const accepted = await send('POST', '/api/estimates', { ...document, estimateNumber: 'E-2', lineItems: [line('1', '500')] })
  await send('POST', `/api/estimates/${accepted.id}/convert`)

  const expense = (description: string, amount: string) =>
    send('POST', '/api/expenses', { description, amount, category: 'Travel', expenseDate: '2026-01-05', customerId })
  await expense('Train', '45.50')
  await send('DELETE', `/api/expenses/${(await expense('Taxi', '12.00')).id}`)
  await send('POST', '/api/items', { name: 'Hour', unitPrice: '80.00' })
  await send('DELETE', `/api/items/${(await send('POST', '/api/items', { name: 'Day', unitPrice: '600.00' })).id}`)
  // What the payment has queued is to be over, so that nobody else writes to the book.
  await vi.waitUntil(async () => (await due(app, who)).length === 0, { timeout: 15_000, interval: 50 })
}

const due = (app: TestApp, { userId }: Person) =>
  app.sql(
    `select 1 from graphile_worker._private_jobs where (payload ->> 'userId')::int = $1 and run_at <= now() and attempts < max_attempts`,
    [userId],
  )
