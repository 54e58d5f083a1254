import { vi } from 'vitest'
import type { Person, TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

/**
 * Creates a small ledger through the API: invoices and estimates with several lines, tax rates and a custom tax amount; payments by hand and by card,
 * partial and refunded; expenses and items; a deleted record of each kind; credit notes with and without an invoice, applied and refunded credit, an opening balance, a correction and two closings.
 */
export const createSmallLedger = async (app: TestApp, owner: Person): Promise<void> => {
  const records = createRecords(app, owner)
  const { id: customerId } = await records.customer()
  const createLine = (quantity: string, unitPrice: string) => ({ description: 'Work', quantity, unitPrice })
  const createInvoice = (invoiceNumber: string, fields: object = {}) =>
    records.invoice({
      ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-04-05', dueDate: '2026-05-05', taxRate: '8.25' },
      lineItems: [createLine('1.5', '66.67'), createLine('3', '20.05')],
      ...fields,
    })

  const byCard = await createInvoice('A-1')
  const publicId = await getPublicId(app, byCard.id)
  const { headers } = await app.send(null, 'GET', `/pay/${publicId}/checkout`)
  await payAtCheckout(String(headers.location), '4242424242424242')
  await app.call(null, 'POST', `/api/invoices/${publicId}/mark-paid`, {})
  const { payments } = await app.call(owner, 'GET', `/api/invoices/${byCard.id}/history`)
  await app.call(owner, 'POST', `/api/invoices/${byCard.id}/payments/${payments[0]!.id}/refund`, { amount: '10.00' })

  const partlyPaid = await createInvoice('A-2', { taxRate: '5', taxAmount: '7.77' })
  await records.payment(partlyPaid.id, { amount: '50.00', paymentDate: '2026-06-01' })
  const [part] = (await app.call(owner, 'GET', `/api/invoices/${partlyPaid.id}/history`)).payments
  await app.call(owner, 'POST', `/api/invoices/${partlyPaid.id}/payments/${part!.id}/refund`, { amount: '5.00', day: '2026-06-02' })
  const byHand = await createInvoice('A-3', { taxRate: '0', issueDate: '2026-06-10', dueDate: '2026-07-10' })
  await app.call(owner, 'POST', `/api/invoices/${byHand.id}/mark-paid`)
  const writtenOff = await createInvoice('A-7', { issueDate: '2026-06-10', dueDate: '2026-07-10' })
  await records.writeOff(writtenOff.id, { amount: '60.00', day: '2026-06-20', recoversTax: true })
  await records.schedule(writtenOff.id, [{ dueDate: '2026-06-30' }, { dueDate: '2026-07-31' }])
  await createInvoice('A-4', { status: 'draft' })
  // Half of the first line, whose tax is rounded; then all that is left, with the last cent.
  const credited = await createInvoice('A-8')
  const credit = { invoiceId: credited.id, issueDate: '2026-06-15' }
  const lineId = (await app.call(owner, 'GET', `/api/invoices/${credited.id}`)).lineItems[0]!.id
  await app.call(owner, 'POST', '/api/credit-notes', { ...credit, lines: [{ lineId, quantity: '0.75' }] })
  await app.call(owner, 'POST', '/api/credit-notes', credit)
  // As many invoices as follow are more than a trial allows.
  await app.sql('update users set trial_invoices_used = 0 where id = $1', [owner.userId])
  const source = await createInvoice('A-9', { issueDate: '2026-06-10', dueDate: '2026-07-10' })
  await app.call(owner, 'POST', `/api/invoices/${source.id}/mark-paid`)
  await app.call(owner, 'POST', '/api/credit-notes', { invoiceId: source.id, issueDate: '2026-06-15', amount: '30.00' })
  const { id: targetId } = await createInvoice('A-0', { issueDate: '2026-06-10', dueDate: '2026-07-10' })
  await app.call(owner, 'POST', `/api/invoices/${targetId}/credit-applications`, {})
  await records.remove('invoices', (await createInvoice('A-5')).id)
  await createInvoice('A-6', { lineItems: [createLine('1', '0')] })
  const { creditNote } = await app.call(owner, 'POST', '/api/credit-notes', {
    ...{ customerId, issueDate: '2026-06-16', taxRate: '8.25', lineItems: [createLine('1.5', '6.67')] },
  })
  const refund = { amount: '4.00', day: '2026-06-18', paymentMethod: 'Cash' } as const
  await app.call(owner, 'POST', `/api/credit-notes/${creditNote.id}/refunds`, refund)

  const estimate = { customerId, status: 'sent', issueDate: '2026-06-01', taxRate: '19' } as const
  await records.estimate({ ...estimate, estimateNumber: 'E-1', lineItems: [createLine('2', '12.34'), createLine('0.33', '9.99')] })
  const accepted = await records.estimate({ ...estimate, estimateNumber: 'E-2', lineItems: [createLine('1', '500')] })
  await app.call(owner, 'POST', `/api/estimates/${accepted.id}/convert`)

  await records.expense({ amount: '45.50', customerId })
  await records.remove('expenses', (await records.expense({ description: 'Taxi', amount: '12.00', customerId })).id)
  await app.call(owner, 'POST', '/api/books/opening-balances', { customerId, amount: '80.00', day: '2026-04-01', dueDate: '2026-03-15' })
  await app.call(owner, 'PUT', `/api/invoices/${partlyPaid.id}`, {
    ...{
      customerId,
      invoiceNumber: 'A-2',
      status: 'sent',
      issueDate: '2026-04-06',
      dueDate: '2026-05-05',
      taxRate: '5',
      taxAmount: '7.77',
    },
    lineItems: [createLine('1.5', '66.67'), createLine('3', '20.05')],
  })
  await app.call(owner, 'POST', '/api/books/manual-entries', {
    ...{ template: 'bank-fee', day: '2026-04-20', amount: '4.50', debitAccount: 6020, creditAccount: 1000 },
  })
  await app.call(owner, 'POST', '/api/books/closings', { throughDay: '2026-04-30' })
  const { id: closingId } = await app.call(owner, 'POST', '/api/books/closings', { throughDay: '2026-05-31' })
  await app.call(owner, 'POST', `/api/books/closings/${closingId}/reopen`, { reason: 'A receipt came late' })
  await records.item()
  await records.remove('items', (await records.item({ name: 'Day', unitPrice: '600.00' })).id)
  // No job changes the ledger later: those of the payment, and the one that looks after the refund half a minute later, run now.
  await app.sql(
    `update graphile_worker._private_jobs set run_at = now() where (payload ->> 'userId')::int = $1 and run_at between now() and now() + interval '1 hour'`,
    [owner.userId],
  )
  await vi.waitUntil(async () => (await listDueJobs(app, owner)).length === 0, { timeout: 15_000, interval: 50 })
}

const listDueJobs = (app: TestApp, { userId }: Person) =>
  app.sql(
    `select 1 from graphile_worker._private_jobs where (payload ->> 'userId')::int = $1 and run_at <= now() and attempts < max_attempts`,
    [userId],
  )
