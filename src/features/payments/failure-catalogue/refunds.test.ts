import { expect, test } from 'vitest'
import {
  readHistoryKinds,
  readInvoiceSnapshot,
  readPublicInvoice,
  readSentEmails,
  receiptAndNotification,
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
  order,
  payByWallet,
  readCaptureId,
  refund,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { atPayPal, atStripe, findEndpoint } from '#features/payments/testing/provider-events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Refunds made here and at the provider, disputes, and failed refunds. Numbers are rows of the failure catalogue.

setUpPayments()
/** Pays by card, with events being delivered. */
const paidByCard = async (card = '4242424242424242') => {
  const page = await checkout()
  await findEndpoint('stripe')
  await payAtCheckout(page, card)
  expect((await returnFromCheckout()).body.status).toBe('paid')
  const session = await atStripe(`/v1/checkout/sessions/${(await attempts())[0]!.ref}`)
  return { id: (await history()).payments[0].id as number, payment_intent: session.payment_intent }
}
const paidByWallet = async () => {
  const { id } = (await order()).body
  await findEndpoint('paypal')
  await approve(id)
  await capture(id)
  return { id: (await history()).payments[0].id as number, captureId: await readCaptureId(id) }
}
const becomes = (what: object) => expect.poll(() => readInvoiceSnapshot(), { timeout: 60_000 }).toMatchObject(what)
/** A refunded invoice doesn't ask for the money again. */
const expectNotPayable = async () => {
  expect([await checkout(), (await order()).status]).toEqual([`/pay-invoice/${invoice.publicId}`, 409])
  expect((await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/create-payment`)).status).toBe(409)
}
const payment = async () => (await history()).payments[0]

test('row 19: a part is refunded, then the rest: the amounts follow, the invoice stays paid, and only the owner reopens it', async () => {
  const { id } = await paidByCard()
  expect((await refund(id, '50.25', { reason: 'One page less' })).body).toMatchObject({ amountPaid: '100.00', balanceDue: '50.25' })
  expect(await readInvoiceSnapshot()).toMatchObject({ invoice: 'paid, 100.00', payments: ['stripe 150.25, 50.25 back'], attention: null })
  expect(await readPublicInvoice()).toMatchObject({ status: 'paid', amountPaid: '100.00', amountRefunded: '50.25' })
  await expectNotPayable()
  const tooMuch = await refund(id, '100.01')
  expect([tooMuch.status, tooMuch.body.message]).toEqual([400, 'Amount must be at most $100.00, which is what is left of this payment'])
  expect((await refund(id, '100.00')).status).toBe(201)
  expect(await readInvoiceSnapshot()).toMatchObject({ invoice: 'paid, 0.00', payments: ['stripe 150.25, 150.25 back'] })
  await expectNotPayable()
  expect([await readHistoryKinds(), await readSentEmails()]).toEqual([
    ['payment', 'paid', 'refund asked', 'refunded', 'refund asked', 'refunded'],
    receiptAndNotification,
  ])
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const form = { customerId, invoiceNumber: invoice.number, issueDate: '2026-01-05', dueDate: '2030-02-04', lineItems, status: 'sent' }
  expect((await app.send(ada, 'PUT', `/api/invoices/${invoice.id}`, form)).body).toMatchObject({ status: 'sent', balanceDue: '150.25' })
  expect((await payByWallet()).reply.body.status).toBe('paid')
})

test('row 19: refunded at Stripe itself: events report it, and the refund is recorded', async () => {
  const { payment_intent } = await paidByCard()
  await atStripe('/v1/refunds', { payment_intent, amount: '5025' })
  await becomes({ invoice: 'paid, 100.00', payments: ['stripe 150.25, 50.25 back'] })
  await atStripe('/v1/refunds', { payment_intent })
  await becomes({ invoice: 'paid, 0.00', payments: ['stripe 150.25, 150.25 back'] })
  await expectNotPayable()
  expect([await readHistoryKinds(), await readSentEmails()]).toEqual([['payment', 'paid', 'refunded', 'refunded'], receiptAndNotification])
})

test('row 19: the same for PayPal', async () => {
  const { captureId } = await paidByWallet()
  await atPayPal(`/v2/payments/captures/${captureId}/refund`, { amount: { currency_code: 'USD', value: '50.25' } })
  await becomes({ invoice: 'paid, 100.00', payments: ['paypal 150.25, 50.25 back'] })
  await atPayPal(`/v2/payments/captures/${captureId}/refund`)
  await becomes({ invoice: 'paid, 0.00', payments: ['paypal 150.25, 150.25 back'] })
  await expectNotPayable()
  expect([await readHistoryKinds(), await readSentEmails()]).toEqual([['payment', 'paid', 'refunded', 'refunded'], receiptAndNotification])
})

test('row 20: a refund fails later: the payment counts again, and the owner is notified with the reason', async () => {
  const { id } = await paidByCard()
  await refund(id, '150.25')
  expect((await readInvoiceSnapshot()).invoice).toBe('paid, 0.00')
  const [{ ref } = { ref: '' }] = await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1', [ada.userId])
  await app.simulate('refunds/settle', { refund: ref, status: 'failed', reason: 'lost_or_stolen_card' })
  await becomes({ invoice: 'paid, 150.25', payments: ['stripe 150.25'], attention: 'refund failed' })
  expect(await payment()).toMatchObject({
    refundable: '150.25',
    refunds: [{ status: 'failed', problem: 'The card was reported lost or stolen.' }],
  })
  expect((await readHistoryKinds()).slice(-2).toSorted()).toEqual(['refund failed', 'refund undone'])
  expect(await readSentEmails()).toEqual([...receiptAndNotification, 'owner: Refund failed'])
  expect(await readPublicInvoice()).toMatchObject({ status: 'paid', amountPaid: '150.25', amountRefunded: '0.00' })
  expect((await refund(id, '20.00')).status).toBe(201)
  expect((await readInvoiceSnapshot()).attention).toBeNull()
})

test('row 20: a refund that was made at the provider fails: the owner is notified once', async () => {
  const { payment_intent } = await paidByCard()
  const { id } = await atStripe('/v1/refunds', { payment_intent, amount: '5025' })
  await becomes({ invoice: 'paid, 100.00' })
  await app.simulate('refunds/settle', { refund: id, status: 'failed', reason: 'lost_or_stolen_card' })
  await becomes({ invoice: 'paid, 150.25', payments: ['stripe 150.25'] })
  expect([await readHistoryKinds(), await readSentEmails()]).toEqual([
    ['payment', 'paid', 'refunded', 'refund undone'],
    [...receiptAndNotification, 'owner: Refund undone'],
  ])
})

test.each([
  ['lost', { invoice: 'paid, 0.00', payments: ['stripe 150.25, 150.25 back, dispute lost'], attention: null }],
  ['won', { invoice: 'paid, 150.25', payments: ['stripe 150.25, dispute won'], attention: null }],
])('row 21: a card payment is disputed: it is flagged, nothing is refunded, and the amounts follow when it is %s', async (end, after) => {
  const { id, payment_intent } = await paidByCard('4000000000000259')
  await becomes({ invoice: 'paid, 150.25', payments: ['stripe 150.25, dispute open'], attention: 'dispute' })
  const refused = await refund(id, '10.00')
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('is disputed')])
  expect(await payment()).toMatchObject({ dispute: 'open', refundable: '0.00', refunds: [] })
  await app.simulate(`disputes/${end === 'won' ? 'win' : 'lose'}`, { payment_intent })
  await becomes(after)
  await expectNotPayable()
  // Also when the payment is recorded only after the dispute was opened.
  expect((await readHistoryKinds()).toSorted()).toEqual(['disputed', `dispute ${end}`, 'paid', 'payment'].toSorted())
  expect(await readSentEmails()).toEqual([...receiptAndNotification, `owner: Dispute ${end}`, 'owner: Payment disputed'].toSorted())
})

test('row 21: the same for PayPal', async () => {
  const { id, captureId } = await paidByWallet()
  await app.simulatePayPal('disputes', { capture: captureId, action: 'open' })
  await becomes({ invoice: 'paid, 150.25', payments: ['paypal 150.25, dispute open'], attention: 'dispute' })
  expect((await refund(id, '10.00')).status).toBe(409)
  await app.simulatePayPal('disputes', { capture: captureId, action: 'lose' })
  await becomes({ invoice: 'paid, 0.00', payments: ['paypal 150.25, 150.25 back, dispute lost'], attention: null })
  await expectNotPayable()
  expect(await readHistoryKinds()).toEqual(['payment', 'paid', 'disputed', 'dispute lost'])
  expect(await readSentEmails()).toEqual([...receiptAndNotification, 'owner: Dispute lost', 'owner: Payment disputed'].toSorted())
})
