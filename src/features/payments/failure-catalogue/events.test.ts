import { afterEach, beforeEach, expect, test } from 'vitest'
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
  invoice,
  order,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import {
  atStripe,
  countRecordedEvents,
  deliver,
  deliveries,
  findEndpoint,
  findEvents,
  runAttemptChecks,
  setEventMode,
} from '#features/payments/testing/provider-events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Events and browsers come twice, late, in the wrong order or not at all, with the same result. Numbers are rows of the failure catalogue.

setUpPayments()
beforeEach(() => setEventMode('hold'))
afterEach(() => setEventMode('deliver'))
const card = '4242424242424242'
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
/** Pays by card, without a return to the success page. */
const payByCard = async () => {
  const page = await checkout()
  await findEndpoint('stripe')
  await payAtCheckout(page, card)
}
/** An approved order. */
const approvedOrder = async (): Promise<string> => {
  const { id } = (await order()).body
  await findEndpoint('paypal')
  await approve(id)
  return id
}

test('row 1: an event that arrives three times is accepted each time and handled once, even after its id was deleted', async () => {
  await payByCard()
  const event = await findEvents('stripe', 'checkout.session.completed')
  expect(await deliver('stripe', event, event, event)).toEqual(['200', '200', '200'])
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await countRecordedEvents()]).toEqual([paidOnce('stripe'), 1])
  await app.sql('delete from webhook_events where user_id = $1', [ada.userId])
  await app.sql('update payment_attempts set asked_at = null where user_id = $1', [ada.userId])
  expect(await deliver('stripe', event)).toEqual(['200'])
  expect([await readSentEmails(), await readHistoryKinds()]).toEqual([receiptAndNotification, ['payment', 'paid']])
  expect([await readInvoiceSnapshot(), await readPublicInvoice()]).toMatchObject([
    paidOnce('stripe'),
    { status: 'paid', amountPaid: '150.25', credit: '0.00' },
  ])
})

test('row 1: the same for PayPal', async () => {
  await capture(await approvedOrder())
  const event = await findEvents('paypal', 'PAYMENT.CAPTURE.COMPLETED')
  expect(await deliver('paypal', event, event, event)).toEqual(['200', '200', '200'])
  expect([await readSentEmails(), await readInvoiceSnapshot(), await countRecordedEvents()]).toEqual([
    receiptAndNotification,
    paidOnce('paypal'),
    1,
  ])
})

test('row 2: a refund’s event arrives before its payment’s: the result is the same as in the right order', async () => {
  await payByCard()
  const { payment_intent } = await atStripe(`/v1/checkout/sessions/${(await attempts())[0]!.ref}`)
  await atStripe('/v1/refunds', { payment_intent, amount: '5025' })
  const all = await deliveries('stripe')
  expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['checkout.session.completed', 'charge.refunded']))
  const answers = await deliver('stripe', ...all.toReversed())
  expect(new Set(answers)).toEqual(new Set(['200']))
  await waitForJobs()
  expect(await readInvoiceSnapshot()).toEqual({
    invoice: 'paid, 100.00',
    payments: ['stripe 150.25, 50.25 back'],
    attempts: ['stripe paid'],
    attention: null,
  })
  expect([(await readHistoryKinds()).toSorted(), await readSentEmails()]).toEqual([['paid', 'payment', 'refunded'], receiptAndNotification])
  // A refund doesn't reopen the invoice: only the owner does.
  expect([await checkout(), (await order('50.25')).status]).toEqual([`/pay-invoice/${invoice.publicId}`, 409])
})

test('row 3: the event arrives before the browser returns: the invoice is paid, and the customer sees the receipt', async () => {
  await setEventMode('deliver')
  await payByCard()
  await expect.poll(async () => (await readInvoiceSnapshot()).invoice, { timeout: 60_000 }).toBe('paid, 150.25')
  expect((await returnFromCheckout()).body).toEqual(paid)
  const receipt = await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}/receipt`)
  expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect([await readSentEmails(), await readInvoiceSnapshot(), await readHistoryKinds()]).toEqual([
    receiptAndNotification,
    paidOnce('stripe'),
    ['payment', 'paid'],
  ])
})

test('row 4: the browser returns before the event: the payment is fetched, and the event changes nothing', async () => {
  await payByCard()
  expect((await returnFromCheckout()).body).toEqual(paid)
  const before = [await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]
  expect(before).toEqual([paidOnce('stripe'), ['payment', 'paid'], receiptAndNotification])
  const answers = await deliver('stripe', ...(await deliveries('stripe')))
  expect(new Set(answers)).toEqual(new Set(['200']))
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual(before)
})

test('row 33: an event about another use of the account is accepted and ignored', async () => {
  await checkout()
  await findEndpoint('stripe')
  const other = await atStripe('/v1/checkout/sessions', {
    mode: 'payment',
    client_reference_id: 'order 7 of another shop',
    success_url: 'https://shop.example/thanks',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '15025',
    'line_items[0][price_data][product_data][name]': 'A lamp',
  })
  await payAtCheckout(other.url, card)
  expect(await deliver('stripe', await findEvents('stripe', 'checkout.session.completed'))).toEqual(['200'])
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: ['stripe open'] },
    [],
    [],
  ])
  expect((await returnFromCheckout({ sessionId: other.id })).status).toBe(404)
})

test('row 34: an error while an event is handled: it is answered with an error, sent again, and handled then', async () => {
  await payByCard()
  const event = await findEvents('stripe', 'checkout.session.completed')
  await app.sql('alter table webhook_events rename to webhook_events_away')
  const failed = await deliver('stripe', event).finally(() => app.sql('alter table webhook_events_away rename to webhook_events'))
  expect([failed, await readInvoiceSnapshot()]).toEqual([['500'], { ...untouched, attempts: ['stripe open'] }])
  expect(await deliver('stripe', event)).toEqual(['200'])
  expect([await readSentEmails(), await readInvoiceSnapshot()]).toEqual([receiptAndNotification, paidOnce('stripe')])
})

test('row 35: no event arrives and the browser doesn’t return: the scheduled checks find the payment', async () => {
  await setEventMode('drop')
  const page = await checkout()
  await findEndpoint('stripe')
  const pauses = [
    ...(await runAttemptChecks()),
    ...(await runAttemptChecks()),
    ...(await runAttemptChecks()),
    ...(await runAttemptChecks()),
    ...(await runAttemptChecks()),
  ]
  expect([pauses, (await readInvoiceSnapshot()).attempts]).toEqual([[1, 5, 15, 60, 60], ['stripe open']])
  await payAtCheckout(page, card)
  await waitForJobs()
  expect((await readInvoiceSnapshot()).invoice).toBe('sent, 0.00')
  await runAttemptChecks()
  expect([await readSentEmails(), await readInvoiceSnapshot(), await readPublicInvoice()]).toMatchObject([
    receiptAndNotification,
    paidOnce('stripe'),
    { status: 'paid' },
  ])
  // No further check is queued.
  expect(await runAttemptChecks()).toEqual([])
})
