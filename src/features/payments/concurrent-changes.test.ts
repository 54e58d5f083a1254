import { afterEach, expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import {
  ada,
  alterOrder,
  app,
  approve,
  attempts,
  capture,
  checkout,
  history,
  invoice,
  makeInvoice,
  order,
  pay,
  payByWallet,
  readCaptureId,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  setUpPayments,
  stored,
} from './testing/payment-fixture.ts'

// Changes during a payment: other keys, another payment, an unavailable provider, a deleted checkout, a review that starts again.

setUpPayments()
afterEach(() => app.simulatePayPal('refunds', { mode: 'complete' }))
const statuses = async () => (await attempts()).map(({ provider, status }) => [provider, status])
const wallet = (name: string) => {
  const { clientId, clientSecret } = derivePayPalKeys(`${name} of ${ada.userId}`)
  return { paypalClientId: clientId, paypalClientSecret: clientSecret }
}
const card = () => {
  const { publishableKey, secretKey } = deriveStripeKeys(`card of ${ada.userId}`)
  return { stripePublishableKey: publishableKey, stripeSecretKey: secretKey }
}
const profile = { businessName: 'Ada Works', preferredPaymentMethod: 'both' }
const setUp = (keys: object) => app.send(ada, 'POST', '/api/business-profile', { ...profile, ...keys })
const save = async (keys: object) => {
  const { id } = (await app.send(ada, 'GET', '/api/business-profile')).body
  return app.send(ada, 'PUT', `/api/business-profile/${id}`, { ...profile, ...keys })
}
const takeOdd = async () => {
  const { id } = (await order()).body
  await approve(id)
  await alterOrder(id, { amount: '12.00' })
  await capture(id)
  return id as string
}

test('keys of another account are saved during a capture: the payment to the old account is recorded', async () => {
  await setUp(wallet('first'))
  const { id } = (await order()).body
  await approve(id)
  await app.simulatePayPal('faults', { route: 'POST /v2/checkout/orders/:id/capture', kind: 'latency', ms: 1500 })
  const taking = capture(id)
  await expect.poll(statuses).toEqual([['paypal', 'pending']])
  expect((await save(wallet('second'))).status).toBe(200)
  expect((await taking).body.status).toBe('paid')
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
})

test('the sandbox is switched off while a checkout of it is being opened: the checkout isn’t used', async () => {
  await setUp({})
  await app.simulate('faults', { route: 'POST /v1/checkout/sessions', kind: 'latency', ms: 800 })
  const opening = checkout()
  await expect.poll(statuses).toEqual([['stripe', 'creating']])
  expect((await save({ paymentSandbox: false })).status).toBe(200)
  expect(await opening).not.toContain('/sandbox/stripe/')
  expect(await statuses()).toEqual([['stripe', 'failed']])
})

test('during a review, another checkout that was open can’t be paid', async () => {
  const page = await checkout()
  await takeOdd()
  await expect.poll(statuses).toEqual([
    ['stripe', 'expired'],
    ['paypal', 'review'],
  ])
  expect((await payAtCheckout(page, '4242424242424242')).location).toBeNull()
})

test('during a review, an approved order is not captured', async () => {
  const { id } = (await order()).body
  await approve(id)
  // The state between the unexpected card payment and the closing of the order.
  await app.sql(
    "insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status) values ($1, 'att_odd', $2, 'stripe', 'x', 1, 1, 'review')",
    [ada.userId, invoice.id],
  )
  const late = await capture(id)
  expect([late.status, late.body.code, (await stored())!.paid]).toEqual([409, 'review', '0'])
})

test('PayPal is unavailable: the owner doesn’t have to wait, since an order can’t be captured without us', async () => {
  await order()
  await app.simulatePayPal('faults', { route: 'GET /v2/checkout/orders/:id', kind: 'status', status: 503, count: 1 })
  expect((await pay()).status).toBe(201)
  expect(await statuses()).toEqual([['paypal', 'expired']])
})

test('a checkout session that Stripe doesn’t know any more counts as expired', async () => {
  await checkout()
  await app.sql("update payment_attempts set ref = 'cs_test_' || md5(id) where user_id = $1", [ada.userId])
  expect((await returnFromCheckout()).body.status).toBe('open')
  expect(await statuses()).toEqual([['stripe', 'expired']])
  await checkout()
  await app.sql("update payment_attempts set ref = 'cs_test_' || md5(id) where user_id = $1", [ada.userId])
  expect((await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)).status).toBe(204)
})

test('an open checkout with a refused key: the owner is told what to do, and the customer nothing about keys', async () => {
  await setUp(card())
  await checkout()
  await app.simulate('keys/revoke', { key: card().stripeSecretKey })
  const refused = await pay()
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Enter a new key in the business profile')])
  expect((await returnFromCheckout()).status).toBe(502)
  await app.send(ada, 'POST', `/api/business-profile/${(await app.send(ada, 'GET', '/api/business-profile')).body.id}/disconnect`, {
    provider: 'stripe',
  })
  expect((await pay()).status).toBe(201)
})

test('an unanswered refund of an account without keys fails once its idempotency key has expired', async () => {
  await setUp(wallet('first'))
  await payByWallet()
  const [payment] = (await history()).payments
  await app.simulatePayPal('faults', { route: 'POST /v2/payments/captures/:id/refund', kind: 'status', status: 503, count: 3 })
  await refund(payment.id, '10.00')
  await save(wallet('second'))
  const [row] = await app.sql<{ id: number }>('select id::int from payment_refunds where user_id = $1', [ada.userId])
  const run = () => app.runners.find(({ name }) => name === 'payments.refund')!.run({ userId: ada.userId, refundId: row!.id })
  await expect(run()).rejects.toThrow("isn't known yet")
  await app.sql("update payment_refunds set created_at = now() - interval '6 hours' where user_id = $1", [ada.userId])
  await run()
  expect((await history()).payments[0].refunds).toMatchObject([
    { status: 'failed', problem: expect.stringContaining('gave no clear answer') },
  ])
})

test('a refused payment whose refund fails is under review again, and can be refused again', async () => {
  await app.simulatePayPal('refunds', { mode: 'pending' })
  const orderId = await takeOdd()
  const [attempt] = await attempts()
  const refuse = () => app.send(ada, 'POST', `/api/invoices/${invoice.id}/attempts/${attempt!.id}/refund`)
  const captureId = await readCaptureId(orderId)
  type Refunds = { accounts: Record<string, { refunds: Record<string, { id: string; captureId: string; status: string }> }> }
  const refunds = async () =>
    Object.values((await app.simulatePayPal<Refunds>('dump')).accounts)
      .flatMap((account) => Object.values(account.refunds))
      .filter((each) => each.captureId === captureId)
  expect((await refuse()).status).toBe(200)
  await app.simulatePayPal('refunds/settle', { refund: (await refunds())[0]!.id, outcome: 'fail' })
  await reconcileAttempt(attempt!.id)
  expect(await statuses()).toEqual([['paypal', 'review']])
  expect((await refuse()).status).toBe(200)
  expect((await refunds()).map(({ status }) => status).sort()).toEqual(['FAILED', 'PENDING'])
  expect(await statuses()).toEqual([['paypal', 'failed']])
})

test('a draft can’t be paid', async () => {
  const draft = await makeInvoice('draft')
  const refused = await app.send(ada, 'POST', `/api/invoices/${draft.id}/paypal-order`, {
    amount: '150.25',
    currency: 'USD',
    intent: 'CAPTURE',
  })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('is a draft')])
})

test('a test payment prevents a deletion only while the sandbox is on', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  expect((await returnFromCheckout()).body.status).toBe('paid')
  const remove = () => app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)
  expect((await remove()).status).toBe(409)
  expect((await setUp(card())).status).toBe(201)
  expect((await remove()).status).toBe(204)
})
