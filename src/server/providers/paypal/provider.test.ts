import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PaymentDeclined, ProviderError } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import {
  attempt,
  bill,
  buildOrderAnswer,
  buildRefundAnswer,
  capture,
  captureId,
  createProviderAt,
  orderId,
  paidOrder,
  problem,
} from './testing/samples.ts'
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let wire: ScriptedServer
beforeAll(async () => {
  wire = await startScriptedServer()
})
afterEach(() => expect(wire.violations).toEqual([]))
afterAll(() => wire.close())

const orders = 'POST /v2/checkout/orders'
const theOrder = `GET /v2/checkout/orders/${orderId}`
const noDisputes = { 'GET /v1/customer/disputes': { body: {} } }
const refusal = (issue: string, status = 422) => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', message: 'Refused.', details: [{ issue, description: `${issue} happened.` }], debug_id: 'dbg1' },
})

test('an order has the exact amount, is created once for each attempt, and returns the payee', async () => {
  wire.says({ [orders]: { status: 201, body: buildOrderAnswer({ status: 'PAYER_ACTION_REQUIRED' }) } })
  expect(await createProviderAt(wire.origin).openCheckout(attempt, bill)).toEqual({ ref: orderId, url: null, payee: 'MERCHANT7XYZ2' })
  const sent = wire.seen.at(-1)!
  expect(sent.headers).toMatchObject({
    authorization: 'Bearer A21.token',
    'content-type': 'application/json',
    'paypal-request-id': attempt.id,
    prefer: 'return=representation',
  })
  expect(JSON.parse(sent.body)).toEqual({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: attempt.id,
        invoice_id: 'INV-0042-g_HIJKLM',
        description: 'Invoice INV-0042',
        amount: { currency_code: 'USD', value: '150.25' },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Ada & Söhne',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: 'https://pay.example.com/payment-success?invoice=abc',
          cancel_url: 'https://pay.example.com/pay-invoice/abc',
        },
      },
    },
  })
})

test('texts that PayPal would refuse are shortened and cleaned', async () => {
  wire.says({ [orders]: { status: 201, body: buildOrderAnswer() } })
  const odd = { ...bill, title: `A\nB${'x'.repeat(300)}`, number: '€'.repeat(200), businessName: '\u0000\t' }
  await createProviderAt(wire.origin).openCheckout(attempt, odd)
  const { purchase_units: units, payment_source: source } = JSON.parse(wire.seen.at(-1)!.body)
  expect(units[0].description).toBe(`A B${'x'.repeat(124)}`)
  expect(units[0].invoice_id).toBe(`${'€'.repeat(118)}-g_HIJKLM`)
  expect(source.paypal.experience_context).not.toHaveProperty('brand_name')
})

test('the order of another attempt isn’t accepted', async () => {
  wire.says({ [orders]: { status: 201, body: buildOrderAnswer({}, { custom_id: 'att_somebody-elses' }) } })
  expect(await problem(createProviderAt(wire.origin).openCheckout(attempt, bill))).toMatchObject({ isKeySpent: true })
})

test.each([
  ['CREATED', 'open'],
  ['SAVED', 'open'],
  ['APPROVED', 'open'],
  ['PAYER_ACTION_REQUIRED', 'open'],
  ['VOIDED', 'expired'],
])('an order that is %s counts as %s', async (status, state) => {
  wire.says({ [theOrder]: { body: buildOrderAnswer({ status }) } })
  expect(await createProviderAt(wire.origin).fetchStatus(orderId)).toEqual({
    state,
    attemptId: attempt.id,
    paymentIntentId: null,
    payee: 'MERCHANT7XYZ2',
    charges: [],
  })
})

test.each([
  ['COMPLETED', 'paid', true],
  ['PARTIALLY_REFUNDED', 'paid', true],
  ['REFUNDED', 'paid', true],
  ['PENDING', 'pending', false],
  ['DECLINED', 'failed', false],
  ['FAILED', 'failed', false],
])('a payment that is %s counts as %s', async (status, state, succeeded) => {
  wire.says({ [theOrder]: { body: paidOrder({ status }) }, ...noDisputes })
  const truth = await createProviderAt(wire.origin).fetchStatus(orderId)
  expect(truth).toMatchObject({ state, charges: [{ ref: captureId, amount: cents(15_025), currency: 'usd', dispute: null, succeeded }] })
  expect(truth.charges[0]!.at).toEqual(new Date('2026-05-04T10:03:00Z'))
})

test('an order that PayPal doesn’t know counts as expired', async () => {
  wire.says({ [theOrder]: { status: 404, body: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' } } })
  expect(await createProviderAt(wire.origin).fetchStatus(orderId)).toMatchObject({ state: 'expired', charges: [] })
})

test('a 404 that isn’t PayPal’s is no answer', async () => {
  wire.says({ [theOrder]: { status: 404, body: '<html>Not found</html>' } })
  expect(await problem(createProviderAt(wire.origin).fetchStatus(orderId))).toMatchObject({ isRefused: false })
})

test.each([
  ['an unknown order status', buildOrderAnswer({ status: 'PAID' })],
  ['an unknown payment status', paidOrder({ status: 'SETTLED' })],
  ['an amount that is a number', paidOrder({ amount: { currency_code: 'USD', value: 150.25 } })],
  ['an amount with parts of a cent', paidOrder({ amount: { currency_code: 'USD', value: '150.255' } })],
  ['an amount below nothing', paidOrder({ amount: { currency_code: 'USD', value: '-150.25' } })],
  ['an unknown refund status', paidOrder({}, [buildRefundAnswer('5.00', { status: 'MAYBE' })])],
  ['no order at all', []],
  ['nothing', null],
  ['another order', buildOrderAnswer({ id: '9O190127TN364715T' })],
])('%s is never taken for a payment', async (_, body) => {
  wire.says({ [theOrder]: { body }, ...noDisputes })
  expect(await problem(createProviderAt(wire.origin).fetchStatus(orderId))).toBeInstanceOf(ProviderError)
})

test('the refunded amount is the sum of refunds that didn’t fail, or all of a refunded capture', async () => {
  const read = async (status: string, refunds: object[]) => {
    wire.says({ [theOrder]: { body: paidOrder({ status }, refunds) }, ...noDisputes })
    return (await createProviderAt(wire.origin).fetchStatus(orderId)).charges[0]!.refunded
  }
  const part = buildRefundAnswer('20.00')
  expect(await read('PARTIALLY_REFUNDED', [part, buildRefundAnswer('0.29', { status: 'PENDING' })])).toBe(cents(2_029))
  expect(
    await read('PARTIALLY_REFUNDED', [
      part,
      buildRefundAnswer('30.00', { status: 'FAILED' }),
      buildRefundAnswer('1.00', { status: 'CANCELLED' }),
    ]),
  ).toBe(cents(2_000))
  expect(await read('REFUNDED', [])).toBe(cents(15_025))
  expect(await read('COMPLETED', [buildRefundAnswer('999.00')])).toBe(cents(15_025))
})

test('an order with several purchase units has no attempt', async () => {
  const [unit] = buildOrderAnswer().purchase_units
  wire.says({
    [theOrder]: {
      body: buildOrderAnswer({ status: 'COMPLETED', purchase_units: [{ ...unit, payments: { captures: [capture()] } }, unit] }),
    },
    ...noDisputes,
  })
  expect(await createProviderAt(wire.origin).fetchStatus(orderId)).toMatchObject({ attemptId: null, charges: [{ ref: captureId }] })
})

test('closing distinguishes paid and pending orders from unpaid ones', async () => {
  const close = async (body: object) => {
    wire.says({ [theOrder]: { body } })
    return createProviderAt(wire.origin).closeCheckout(orderId)
  }
  expect(await close(buildOrderAnswer({ status: 'APPROVED' }))).toBe('closed')
  expect(await close(paidOrder())).toBe('was-paid')
  expect(await close(paidOrder({ status: 'PENDING' }))).toBe('was-paid')
  expect(await close(paidOrder({ status: 'DECLINED' }))).toBe('closed')
})

const capturing = `POST /v2/checkout/orders/${orderId}/capture`
test('a capture has its own idempotency key', async () => {
  wire.says({ [capturing]: { status: 201, body: paidOrder() } })
  await createProviderAt(wire.origin).capture(orderId, `${attempt.id}:c2`)
  expect(wire.seen.at(-1)).toMatchObject({ body: '{}', headers: { 'paypal-request-id': `${attempt.id}:c2` } })
})

test('a decline, a refusal and an earlier capture are distinguished', async () => {
  const captured = (issue: string) => {
    wire.says({ [capturing]: refusal(issue) })
    return createProviderAt(wire.origin).capture(orderId, `${attempt.id}:c0`)
  }
  expect(await problem(captured('INSTRUMENT_DECLINED'))).toBeInstanceOf(PaymentDeclined)
  await captured('ORDER_ALREADY_CAPTURED')
  expect(await problem(captured('ORDER_NOT_APPROVED'))).toMatchObject({
    isRefused: true,
    isKeySpent: false,
    message: 'The customer has not approved the payment with PayPal yet. (PayPal reference dbg1)',
  })
  expect(await problem(captured('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'))).toMatchObject({ isRefused: true, isKeySpent: true })
  expect(await problem(captured('SOMETHING_NEW'))).toMatchObject({
    isRefused: true,
    message: 'PayPal refused: SOMETHING_NEW happened. (PayPal reference dbg1)',
  })
})

const refunding = `POST /v2/payments/captures/${captureId}/refund`
const theCapture = { [`GET /v2/payments/captures/${captureId}`]: { body: capture() } }
test('a refund has the currency of the capture, and is made once for each key', async () => {
  wire.says({ ...theCapture, [refunding]: { status: 201, body: buildRefundAnswer('20.00') } })
  expect(await createProviderAt(wire.origin).refund(captureId, { amount: cents(2_000), currency: 'usd' }, 'refund-7-1')).toEqual({
    ref: '1JU08902781691411',
    status: 'succeeded',
    problem: null,
  })
  expect(wire.seen.at(-1)!.headers['paypal-request-id']).toBe('refund-7-1')
  expect(JSON.parse(wire.seen.at(-1)!.body)).toEqual({ amount: { currency_code: 'USD', value: '20.00' } })
})

test.each([
  ['PENDING', 'pending', null],
  ['FAILED', 'failed', 'PayPal could not give the money back (echeck).'],
  ['CANCELLED', 'failed', 'PayPal could not give the money back (echeck).'],
])('a refund that is %s counts as %s', async (status, state, words) => {
  wire.says({
    ...theCapture,
    [refunding]: { status: 201, body: buildRefundAnswer('20.00', { status, status_details: { reason: 'ECHECK' } }) },
  })
  expect(await createProviderAt(wire.origin).refund(captureId, { amount: cents(2_000), currency: 'usd' }, 'refund-7-1')).toMatchObject({
    status: state,
    problem: words,
  })
})

test('a refund is fetched by its own id', async () => {
  wire.says({ 'GET /v2/payments/refunds/1JU08902781691411': { body: buildRefundAnswer('20.00', { status: 'FAILED' }) } })
  expect(await createProviderAt(wire.origin).fetchRefund('1JU08902781691411')).toEqual({
    ref: '1JU08902781691411',
    status: 'failed',
    problem: 'PayPal could not give the money back.',
  })
})

test('a refused refund has a reason', async () => {
  wire.says({ ...theCapture, [refunding]: refusal('REFUND_AMOUNT_EXCEEDED') })
  const refused = await problem(createProviderAt(wire.origin).refund(captureId, { amount: cents(2_000), currency: 'usd' }, 'refund-7-1'))
  expect(refused).toMatchObject({
    isRefused: true,
    message: "PayPal won't give back more than what is left of this payment. Enter a smaller amount. (PayPal reference dbg1)",
  })
})

test.each(['', 'abc', '../../v1/oauth2/token', '5O190127TN364715T/capture', '5O190127TN364715T?x=1', '5O190127tn364715t', 'A'.repeat(41)])(
  'an invalid id of an order or capture (%j) is never sent',
  async (ref) => {
    wire.says({})
    const provider = createProviderAt(wire.origin)
    for (const promise of [
      provider.fetchStatus(ref),
      provider.closeCheckout(ref),
      provider.capture(ref, 'key'),
      provider.fetchRefund(ref),
      provider.refund(ref, { amount: cents(1), currency: 'usd' }, 'key'),
      provider.capture(orderId, 'a key\r\nx: y'),
    ])
      expect(await problem(promise)).toMatchObject({ isRefused: true })
    expect(wire.calls()).toEqual([])
  },
)
