import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Business, type CheckedPayPal, makeCapture, startCheckedPayPal } from '#simulators/paypal/testing/checked-simulator.ts'

let harness: CheckedPayPal
let business: Business
beforeAll(async () => {
  harness = await startCheckedPayPal()
})
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  business = await harness.business('a')
})
afterEach(() => expect(harness.violations.splice(0)).toEqual([]))
afterAll(() => harness.close())

const amount = (value: string) => ({ amount: { currency_code: 'USD', value } })
const refund = (capture: string, value?: string, headers = {}) =>
  business(`POST /v2/payments/captures/${capture}/refund`, value === undefined ? undefined : amount(value), headers)
const issueOf = ({ body }: { body: { details: { issue: string }[] } }) => body.details[0]?.issue
const readCapture = async (capture: string) => (await business(`GET /v2/payments/captures/${capture}`)).body

test('a capture is refunded in parts, and never by more than its amount', async () => {
  const { order, capture } = await makeCapture(harness, business)
  expect(await refund(capture, '23.45')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  expect((await readCapture(capture)).status).toBe('PARTIALLY_REFUNDED')
  expect(issueOf(await refund(capture, '100.01'))).toBe('REFUND_AMOUNT_EXCEEDED')
  const rest = await refund(capture)
  expect((await business(`GET /v2/payments/refunds/${rest.body.id}`)).body).toMatchObject({
    amount: { value: '100.00' },
    seller_payable_breakdown: { total_refunded_amount: { value: '123.45' } },
  })
  expect((await readCapture(capture)).status).toBe('REFUNDED')
  expect(issueOf(await refund(capture))).toBe('CAPTURE_FULLY_REFUNDED')
  const { body } = await business(`GET /v2/checkout/orders/${order}`)
  expect(body.purchase_units[0]?.payments.refunds).toHaveLength(2)
})

test('a refund and a lost dispute of a converted capture are converted at the rate of their own moment', async () => {
  await harness.control('POST /_sim/settlement', { currency: 'EUR', rate: '0.9' })
  const { order, capture } = await makeCapture(harness, business)
  await harness.control('POST /_sim/settlement', { currency: 'EUR', rate: '0.8' })
  const { id } = (await refund(capture, '20.00')).body
  const rate = (value: string) => ({ source_currency: 'USD', target_currency: 'EUR', value })
  const money = (currency_code: string, value: string) => ({ currency_code, value })
  const item = { payable_amount: money('EUR', '16.00'), converted_amount: money('USD', '20.00'), exchange_rate: rate('0.8') }
  expect((await business(`GET /v2/payments/refunds/${id}`)).body.seller_payable_breakdown).toMatchObject({ net_amount_breakdown: [item] })
  // A fee of 4.80 of 123.45 leaves 118.65.
  expect((await readCapture(capture)).seller_receivable_breakdown).toMatchObject({
    ...{ receivable_amount: money('EUR', '106.79'), exchange_rate: rate('0.9') },
  })

  await harness.control('POST /_sim/settlement', { currency: 'EUR', rate: '0.7' })
  await harness.control('POST /_sim/disputes', { action: 'open', capture })
  await harness.control('POST /_sim/disputes', { action: 'lose', capture })
  const { body } = await business(`GET /v2/checkout/orders/${order}`)
  // 103.45 at 0.7
  expect(body.purchase_units[0]?.payments.refunds).toMatchObject([
    { seller_payable_breakdown: { net_amount_breakdown: [item] } },
    { seller_payable_breakdown: { net_amount_breakdown: [{ payable_amount: money('EUR', '72.42'), exchange_rate: rate('0.7') }] } },
  ])
})

test('the same request id refunds once', async () => {
  const { capture } = await makeCapture(harness, business)
  const id = { 'paypal-request-id': 'r1' }
  const first = await refund(capture, '10.00', id)
  const second = await refund(capture, '10.00', id)
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  const third = await refund(capture, '10.00', { 'paypal-request-id': 'r2' })
  expect(third.body.id).not.toBe(first.body.id)
})

test('a refund can stay pending and then fail, and is then refundable again', async () => {
  const { capture } = await makeCapture(harness, business)
  await harness.control('POST /_sim/refunds', { mode: 'pending' })
  const { body } = await refund(capture)
  expect(body.status).toBe('PENDING')
  expect(issueOf(await refund(capture))).toBe('CAPTURE_FULLY_REFUNDED')
  await harness.control('POST /_sim/refunds/settle', { refund: body.id, outcome: 'fail' })
  expect((await business(`GET /v2/payments/refunds/${body.id}`)).body.status).toBe('FAILED')
  expect((await readCapture(capture)).status).toBe('COMPLETED')
  await harness.control('POST /_sim/refunds', { mode: 'refuse' })
  expect(issueOf(await refund(capture))).toBe('REFUND_FAILED_INSUFFICIENT_FUNDS')
})

test('a pending or denied capture cannot be refunded', async () => {
  const { capture } = await makeCapture(harness, business, 'echeck')
  expect(issueOf(await refund(capture))).toBe('PENDING_CAPTURE')
  await harness.control('POST /_sim/captures/settle', { capture, outcome: 'deny' })
  expect(issueOf(await refund(capture))).toBe('REFUND_NOT_ALLOWED')
})

const disputes = async (capture: string) => {
  const { body } = await business(`GET /v1/customer/disputes?disputed_transaction_id=${capture}`)
  return (body.items ?? []) as { dispute_id: string; status: string }[]
}

test('a dispute is found by its payment; a lost one reverses the capture', async () => {
  const [lost, other] = [await makeCapture(harness, business), await makeCapture(harness, business)]
  await harness.control('POST /_sim/disputes', { action: 'open', capture: lost.capture })
  expect(await disputes(lost.capture)).toMatchObject([{ status: 'WAITING_FOR_SELLER_RESPONSE' }])
  expect(await disputes(other.capture)).toEqual([])
  expect(issueOf(await refund(lost.capture, '1.00'))).toBe('TRANSACTION_DISPUTED')
  await harness.control('POST /_sim/disputes', { action: 'lose', capture: lost.capture })
  const [found] = await disputes(lost.capture)
  expect((await business(`GET /v1/customer/disputes/${found?.dispute_id}`)).body).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '123.45' } },
    disputed_transactions: [{ seller_transaction_id: lost.capture }],
  })
  expect(await readCapture(lost.capture)).toMatchObject({ status: 'REFUNDED', status_details: { reason: 'CHARGEBACK' } })
  expect(issueOf(await refund(lost.capture))).toBe('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  await harness.control('POST /_sim/disputes', { action: 'open', capture: other.capture })
  await harness.control('POST /_sim/disputes', { action: 'win', capture: other.capture })
  expect((await readCapture(other.capture)).status).toBe('COMPLETED')
})
