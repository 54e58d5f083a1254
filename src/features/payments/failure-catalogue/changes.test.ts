import { afterEach, expect, test } from 'vitest'
import {
  paidOnce,
  readHistoryKinds,
  readInvoiceSnapshot,
  readPublicInvoice,
  readSentEmails,
  receiptAndNotification,
  untouched,
  waitForJobs,
} from '#features/payments/testing/invoice-snapshot.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  customerId,
  history,
  invoice,
  markByHand,
  order,
  pay,
  refund,
  returnFromCheckout,
  setUpPayments,
  setup,
} from '#features/payments/testing/payment-fixture.ts'
import { atPayPal, findEndpoint, runAttemptChecks, setEventMode } from '#features/payments/testing/provider-events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// An invoice changes while its checkouts are open, and several customers pay at once. Numbers are rows of the failure catalogue.

setUpPayments()
afterEach(() => setEventMode('deliver'))
const card = '4242424242424242'
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
const alreadyPaid = 'This invoice has already been paid.'
const edit = (unitPrice: string, over: object = {}) =>
  app.send(ada, 'PUT', `/api/invoices/${invoice.id}`, {
    customerId,
    invoiceNumber: invoice.number,
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
    ...over,
  })
const version = async () => (await app.send(ada, 'GET', `/api/invoices/${invoice.id}`)).body.version as number
/** An approved order that isn't captured yet. */
const approvedOrder = async (amount = '150.25'): Promise<string> => {
  const { id } = (await order(amount)).body
  await approve(id)
  return id
}
const payPage = () => `/pay-invoice/${invoice.publicId}`
const closed = { location: null, html: expect.stringContaining('This checkout has expired') }

test('row 9: edited after the link was made: the old checkout and order can’t be paid, the next ones have the new amount', async () => {
  const [page, orderId] = [await checkout(), await approvedOrder()]
  const edited = await edit('80.00', { version: await version() })
  expect([edited.status, edited.body.balanceDue]).toEqual([200, '80.00'])
  expect(await readInvoiceSnapshot()).toEqual({ ...untouched, attempts: ['stripe expired', 'paypal expired'] })
  expect(await payAtCheckout(page, card)).toMatchObject(closed)
  const late = await capture(orderId)
  expect([late.status, late.body.message]).toEqual([409, 'This payment can’t be completed any more. Reload the page to pay.'])
  expect(await readSentEmails()).toEqual([])
  await payAtCheckout(await checkout(), card)
  expect((await returnFromCheckout()).body).toEqual({ status: 'paid', amountPaid: '80.00', balanceDue: '0.00' })
  expect([await readSentEmails(), (await readInvoiceSnapshot()).payments]).toEqual([receiptAndNotification, ['stripe 80.00']])
})

test('row 9: the open checkout turns out to be paid: the payment is recorded, and the edit refused', async () => {
  await setEventMode('drop')
  const [page, seenBefore] = [await checkout(), await version()]
  await payAtCheckout(page, card)
  const refused = await edit('200.00', { version: seenBefore })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was changed elsewhere since you opened it')])
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([paidOnce('stripe'), receiptAndNotification])
  expect((await readPublicInvoice()).balanceDue).toBe('0.00')
})

test('row 10: concurrent clicks and tabs: one checkout, one order, and one payment', async () => {
  const pages = await Promise.all(Array.from({ length: 6 }, checkout))
  const orders = await Promise.all(Array.from({ length: 6 }, async () => (await order()).body.id as string))
  expect([new Set(pages).size, new Set(orders).size]).toEqual([1, 1])
  expect((await attempts()).map(({ provider, status }) => [provider, status])).toEqual([
    ['stripe', 'open'],
    ['paypal', 'open'],
  ])
  await approve(orders[0]!)
  const captured = await Promise.all(Array.from({ length: 4 }, () => capture(orders[0]!)))
  expect(captured.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await waitForJobs()
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([
    { ...paidOnce('paypal'), attempts: ['stripe expired', 'paypal paid'] },
    receiptAndNotification,
  ])
  expect(await payAtCheckout(pages[0]!, card)).toMatchObject(closed)
})

test('row 11: a paid invoice can’t be paid again: every call says so, and open checkouts are closed', async () => {
  const [page, orderId] = [await checkout(), await approvedOrder()]
  const { status } = await markByHand()
  expect(status).toBe(200)
  for (const refused of [
    await setup(),
    await order(),
    await markByHand(),
    await pay({ amount: '1.00' }),
    await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/create-payment`),
    await app.send(ada, 'POST', `/api/invoices/${invoice.id}/create-payment`),
    await capture(orderId),
  ])
    expect([refused.status, refused.body.message]).toEqual([409, alreadyPaid])
  expect(await checkout()).toBe(payPage())
  expect(await payAtCheckout(page, card)).toMatchObject(closed)
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([
    { ...untouched, invoice: 'paid, 150.25', payments: ['manual 150.25'], attempts: ['stripe expired', 'paypal expired'] },
    receiptAndNotification,
  ])
})

test('row 12: card and PayPal are paid at once: both are recorded, the invoice is flagged as overpaid, and one is refunded', async () => {
  await setEventMode('drop')
  const [page, orderId] = [await checkout(), await approvedOrder()]
  await payAtCheckout(page, card)
  expect((await capture(orderId)).body).toEqual({ status: 'paid', amountPaid: '300.50', balanceDue: '0.00' })
  const twice = ['paypal 150.25', 'stripe 150.25']
  expect(await readSentEmails()).toEqual([...receiptAndNotification, ...receiptAndNotification].toSorted())
  const { payments, ...rest } = await readInvoiceSnapshot()
  expect([payments.toSorted(), rest]).toEqual([
    twice,
    { invoice: 'paid, 300.50', attempts: ['stripe paid', 'paypal paid'], attention: 'overpaid' },
  ])
  expect(await readPublicInvoice()).toMatchObject({ status: 'paid', amountPaid: '300.50', balanceDue: '0.00', credit: '150.25' })
  const byCard = (await history()).payments.find(({ provider }: { provider: string }) => provider === 'stripe')
  expect((await refund(byCard.id, '150.25')).body).toMatchObject({ amountPaid: '150.25', balanceDue: '0.00' })
  expect(await readInvoiceSnapshot()).toMatchObject({ invoice: 'paid, 150.25', attention: null })
  expect([(await readPublicInvoice()).credit, (await readHistoryKinds()).slice(-2)]).toEqual(['0.00', ['refund asked', 'refunded']])
})

test('row 22: expired checkouts and orders: nothing is recorded, and the payment link opens new ones', async () => {
  const [page, { id: orderId }] = [await checkout(), (await order()).body]
  await app.simulate('clock', { advanceSeconds: 86_400 })
  await app.simulatePayPal('clock', { advanceSeconds: 4 * 3600 })
  await runAttemptChecks()
  await app.simulate('clock', { advanceSeconds: -86_400 })
  await app.simulatePayPal('clock', { advanceSeconds: -4 * 3600 })
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: ['stripe expired', 'paypal expired'] },
    [],
  ])
  expect(await payAtCheckout(page, card)).toMatchObject(closed)
  expect((await capture(orderId)).status).toBe(409)
  const [fresh, freshOrder] = [await checkout(), (await order()).body.id]
  expect([fresh === page, freshOrder === orderId]).toEqual([false, false])
  await payAtCheckout(fresh, card)
  expect((await returnFromCheckout()).body).toEqual(paid)
})

test('row 39: deleted with a checkout and an order open: both are closed first, and the invoice is gone', async () => {
  const [page, orderId] = [await checkout(), await approvedOrder()]
  expect((await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)).status).toBeLessThan(300)
  expect((await readInvoiceSnapshot()).attempts).toEqual(['stripe expired', 'paypal expired'])
  expect(await payAtCheckout(page, card)).toMatchObject(closed)
  const gone = await capture(orderId)
  expect([gone.status, gone.body.message]).toEqual([404, 'Invoice not found'])
  expect(await readSentEmails()).toEqual([])
})

test('row 39: a payment for a deleted invoice is recorded as unapplied, and can be refunded', async () => {
  const orderId = await approvedOrder()
  await findEndpoint('paypal')
  await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)
  await atPayPal(`/v2/checkout/orders/${orderId}/capture`)
  const unapplied = async () => (await app.send(ada, 'GET', '/api/payments/state')).body.unapplied
  await expect
    .poll(unapplied, { timeout: 60_000 })
    .toMatchObject([{ invoiceId: invoice.id, invoiceNumber: invoice.number, amount: '150.25', refundable: '150.25', provider: 'paypal' }])
  // The owner is notified; the customer gets no receipt for a deleted invoice.
  expect([(await attempts())[0]!.status, await readSentEmails()]).toEqual(['paid', ['owner: Payment received']])
  const [{ paymentId }] = await unapplied()
  expect((await refund(paymentId, '150.25')).body.payment).toMatchObject({ refunded: '150.25', refundable: '0.00' })
  expect(await unapplied()).toEqual([])
})

test('row 39: a payment after the owner marked the invoice as paid is recorded as a credit', async () => {
  const orderId = await approvedOrder()
  await findEndpoint('paypal')
  await markByHand()
  await atPayPal(`/v2/checkout/orders/${orderId}/capture`)
  await expect.poll(async () => (await readInvoiceSnapshot()).payments, { timeout: 60_000 }).toEqual(['manual 150.25', 'paypal 150.25'])
  expect([await readInvoiceSnapshot(), await readPublicInvoice()]).toMatchObject([
    { invoice: 'paid, 300.50', attempts: ['paypal paid'], attention: 'overpaid' },
    { status: 'paid', credit: '150.25', balanceDue: '0.00' },
  ])
  expect(await readSentEmails()).toEqual([...receiptAndNotification, ...receiptAndNotification].toSorted())
})
