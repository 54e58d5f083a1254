import { expect, test } from 'vitest'
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
  app,
  approve,
  attempts,
  capture,
  checkout,
  invoice,
  markByHand,
  order,
  pay,
  readCaptureId,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { deliveries, findEndpoint, runAttemptChecks } from '#features/payments/testing/provider-events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Payment methods that are declined first, need authentication, or take time; events arrive. Numbers are rows of the failure catalogue.

setUpPayments()
const [good, declined, poor, asking] = ['4242424242424242', '4000000000000002', '4000000000009995', '4000002760003184']
const open = { status: 'open', amountPaid: '0.00', balanceDue: '150.25' }
const pending = { status: 'pending', amountPaid: '0.00', balanceDue: '150.25' }
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
const toldPage = async () => {
  const page = await checkout()
  await findEndpoint('stripe')
  return page
}
const toldOrder = async (): Promise<string> => {
  const { id } = (await order()).body
  await findEndpoint('paypal')
  return id
}
/** Posts a form of the hosted checkout. */
const submit = (page: string, form: Record<string, string>) =>
  fetch(page, { method: 'POST', redirect: 'manual', headers: { origin: app.origin }, body: new URLSearchParams(form) })
const bankSays = (outcome: 'succeeded' | 'failed') => async () =>
  app.simulate('payments/settle', { session: (await attempts())[0]!.ref, outcome })
const beingConfirmed = 'A payment for this invoice is being confirmed.'

test('row 13: declined twice, then paid on the same checkout: nothing before, one payment after', async () => {
  const page = await toldPage()
  for (const bad of [declined, poor]) {
    expect(await payAtCheckout(page, bad!)).toMatchObject({ location: null, html: expect.stringContaining('Nothing was charged') })
    expect((await returnFromCheckout()).body).toEqual(open)
  }
  await expect.poll(async () => (await deliveries('stripe')).map(({ lastAnswer }) => lastAnswer)).toEqual(['200', '200'])
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await readSentEmails(), await readPublicInvoice()]).toMatchObject([
    { ...untouched, attempts: ['stripe open'] },
    [],
    { status: 'sent', isPaymentPending: false },
  ])
  expect(await checkout()).toBe(page)
  await payAtCheckout(page, good!)
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    paidOnce('stripe'),
    ['payment', 'paid'],
    receiptAndNotification,
  ])
})

test('row 14: the bank’s authentication isn’t completed before the checkout expires: nothing is recorded', async () => {
  const page = await toldPage()
  expect((await payAtCheckout(page, asking!)).html).toContain('Confirm this payment')
  expect((await returnFromCheckout()).body).toEqual(open)
  expect((await submit(page, { challenge: 'abandon' })).headers.get('location')).toContain(`/pay-invoice/${invoice.publicId}`)
  expect([(await returnFromCheckout()).body, await readInvoiceSnapshot()]).toEqual([open, { ...untouched, attempts: ['stripe open'] }])
  await app.simulate('clock', { advanceSeconds: 86_400 })
  await runAttemptChecks()
  await app.simulate('clock', { advanceSeconds: -86_400 })
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: ['stripe expired'] },
    [],
    [],
  ])
  expect((await returnFromCheckout()).body).toEqual(open)
})

/** What owner and customer see and may do during a pending payment. */
const expectPending = async (provider: 'stripe' | 'paypal') => {
  expect((await returnFromCheckout()).body).toEqual(pending)
  await waitForJobs()
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: [`${provider} pending`] },
    ['payment pending'],
    [],
  ])
  expect(await readPublicInvoice()).toMatchObject({ status: 'sent', amountPaid: '0.00', isPaymentPending: true })
  for (const refused of [await order(), await pay(), await markByHand()])
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(beingConfirmed)])
}
const expectPaidLater = async (provider: 'stripe' | 'paypal') => {
  await expect.poll(async () => (await readInvoiceSnapshot()).invoice, { timeout: 60_000 }).toBe('paid, 150.25')
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    paidOnce(provider),
    ['payment pending', 'payment', 'paid'],
    receiptAndNotification,
  ])
  expect([(await returnFromCheckout()).body, (await readPublicInvoice()).isPaymentPending]).toEqual([paid, false])
}
const expectFailedLater = async (provider: 'stripe' | 'paypal') => {
  await expect.poll(async () => (await readInvoiceSnapshot()).attempts, { timeout: 60_000 }).toEqual([`${provider} failed`])
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: [`${provider} failed`] },
    ['payment pending', 'payment failed'],
    [],
  ])
  expect([(await returnFromCheckout()).body, (await readPublicInvoice()).isPaymentPending]).toEqual([open, false])
  // The invoice can be paid again.
  expect((await order()).status).toBe(200)
}

test.each([
  ['comes', bankSays('succeeded'), expectPaidLater],
  ['bounces', bankSays('failed'), expectFailedLater],
])('row 15: a bank debit: completed is not paid; it is pending, and %s', async (_what, settle, expectEnd) => {
  const back = await submit(await toldPage(), { bank: 'waits' })
  expect(back.headers.get('location')).toContain('/payment-success?')
  await expectPending('stripe')
  await settle()
  await expectEnd('stripe')
})

test.each([
  ['complete', 'comes', expectPaidLater],
  ['deny', 'bounces', expectFailedLater],
] as const)('row 16: an eCheck (%s): captured is not paid; it is pending, and %s', async (outcome, _what, expectEnd) => {
  const id = await toldOrder()
  await approve(id, 'echeck')
  expect((await capture(id)).body).toEqual(pending)
  await expectPending('paypal')
  await app.simulatePayPal('captures/settle', { capture: await readCaptureId(id), outcome })
  await expectEnd('paypal')
})

test('row 17: the card in PayPal is declined: the customer is told so, approves another on the same order, and pays once', async () => {
  const id = await toldOrder()
  for (let time = 0; time < 2; time++) {
    await approve(id, 'declined-card')
    const no = await capture(id)
    expect([no.status, no.body.code, no.body.message]).toEqual([422, 'declined', expect.stringMatching(/declined|another/i)])
    expect([await readInvoiceSnapshot(), (await returnFromCheckout()).body]).toEqual([{ ...untouched, attempts: ['paypal open'] }, open])
  }
  expect((await order()).body.id).toBe(id)
  await approve(id)
  expect((await capture(id)).body).toEqual(paid)
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
    paidOnce('paypal'),
    ['payment', 'paid'],
    receiptAndNotification,
  ])
})
