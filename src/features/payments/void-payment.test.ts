import { expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  checkout,
  customerId,
  events,
  invoice,
  makeInvoice,
  owner,
  pay,
  setUpPayments,
  stored,
  undo,
} from './testing/payment-fixture.ts'

setUpPayments()

test('a payment can be voided, and voiding it again changes nothing', async () => {
  const { id } = (await pay({ amount: '150.25', paymentMethod: 'Check' })).body.payment
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
  expect((await undo(id)).status).toBe(204)
  expect(await stored()).toEqual({ status: 'sent', paid: '0' })
  expect((await events()).slice(-2)).toEqual([
    ['payment undone', owner(), '$150.25, Check, Jan 20, 2026 > null'],
    ['reopened', owner(), 'Paid > Sent'],
  ])
  const before = await events()
  expect((await undo(id)).status).toBe(204)
  expect(await events()).toEqual(before)
  expect((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.payments).toEqual([])
})

test('only a payment of the invoice can be voided', async () => {
  const other = await makeInvoice()
  const { id } = (await pay({}, {}, other.id)).body.payment
  for (const wrong of [id, 2_000_000_000, '0', 'x', '99999999999'])
    expect([wrong, (await undo(wrong)).status, (await undo(wrong)).body.message]).toEqual([wrong, 404, 'Payment not found'])
  expect(await stored(other.id)).toEqual({ status: 'sent', paid: '50.25' })
})

test('a provider’s payment can’t be voided, nor hidden behind manual ones', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  expect((await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)).body.status).toBe('paid')
  expect((await events()).slice(-2)).toEqual([
    ['payment', 'Customer', expect.stringMatching(/^null > \$150\.25, Card, /)],
    ['paid', 'Customer', 'Sent > Paid'],
  ])
  const [row] = await app.sql<{ id: number }>('select id from payments where document_id = $1', [invoice.id])
  const reply = await undo(row!.id)
  expect([reply.status, reply.body.message]).toEqual([409, "A payment that a provider took can't be undone. Refund it instead."])
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
})

test('a refunded invoice stays paid for totals up to what was received; a higher total reopens it', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
  await app.sql('update payments set refunded = amount where document_id = $1', [invoice.id])
  const edit = (unitPrice: string) =>
    app.send(ada, 'PUT', `/api/invoices/${invoice.id}`, {
      customerId,
      invoiceNumber: invoice.number,
      issueDate: '2026-01-05',
      dueDate: '2030-02-04',
      lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
    })
  expect((await edit('100.00')).body).toMatchObject({ status: 'paid', amountPaid: '0.00' })
  expect((await edit('150.26')).body).toMatchObject({ status: 'sent', balanceDue: '150.26' })
})

test('voiding a manual payment counts refunds: the invoice is unpaid then', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
  await app.sql('update payments set refunded = amount where document_id = $1', [invoice.id])
  // The owner reopens it.
  await app.sql("update documents set status = 'sent' where id = $1", [invoice.id])
  const again = await pay({ amount: '150.25' })
  expect([again.status, await stored()]).toEqual([201, { status: 'paid', paid: '150.25' }])
  await undo(again.body.payment.id)
  expect(await stored()).toEqual({ status: 'sent', paid: '0.00' })
})

test('an invoice with a total of zero is paid as it is: it takes no payment and cannot be opened', async () => {
  const free = await makeInvoice('sent', '0')
  const link = await app.send(ada, 'POST', `/api/invoices/${free.id}/create-payment`)
  expect([link.status, link.body.message]).toEqual([409, 'This invoice asks for nothing: there is nothing to pay.'])
  expect(await app.send(ada, 'POST', `/api/invoices/${free.id}/mark-paid`)).toMatchObject({
    status: 409,
    body: { message: 'Nothing is due on this invoice.' },
  })
  expect(await app.sql('select 1 from payments where document_id = $1', [free.id])).toEqual([])
  const form = {
    customerId,
    invoiceNumber: free.number,
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: 0 }],
  }
  expect(await app.send(ada, 'PUT', `/api/invoices/${free.id}`, { ...form, status: 'sent' })).toMatchObject({ status: 409 })
})

test('reopening a paid invoice voids manual payments, the newest first, and no more than needed', async () => {
  await pay()
  await pay({ amount: '100.00', paymentMethod: 'Cash' })
  const { customerId: _, ...shown } = (await app.send(ada, 'GET', `/api/invoices/${invoice.id}`)).body
  const { invoiceNumber, issueDate, dueDate } = shown
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const edit = (status: string) =>
    app.send(ada, 'PUT', `/api/invoices/${invoice.id}`, { customerId, invoiceNumber, issueDate, dueDate, lineItems, status })
  expect((await edit('sent')).body).toMatchObject({ status: 'sent', amountPaid: '50.25', balanceDue: '100.00' })
  expect((await edit('paid')).body).toMatchObject({ status: 'paid', amountPaid: '150.25' })
})
