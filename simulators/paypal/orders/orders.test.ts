import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Business,
  type CheckedPayPal,
  makeCapture,
  makeOrder,
  orderBody,
  startCheckedPayPal,
} from '#simulators/paypal/testing/checked-simulator.ts'

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

const create = 'POST /v2/checkout/orders'
const key = (name: string) => ({ 'paypal-request-id': name })
const approve = (order: string, funding = 'balance') => harness.control('POST /_sim/orders/approve', { order, funding })
const capture = (order: string, headers = {}) => business(`POST /v2/checkout/orders/${order}/capture`, undefined, headers)
const issueOf = ({ body }: { body: { details: { issue: string }[] } }) => body.details[0]?.issue

test('an order is created, approved and captured once', async () => {
  const created = await business(create, orderBody(harness.url), key('k1'))
  expect(created).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } })
  const { id, links } = created.body
  expect(links.find(({ rel }) => rel === 'payer-action')?.href).toBe(`${harness.url}/sandbox/paypal/checkoutnow?token=${id}`)
  expect(await capture(id)).toMatchObject({ status: 422 })
  expect(issueOf(await capture(id))).toBe('ORDER_NOT_APPROVED')
  await approve(id)
  expect((await business(`GET /v2/checkout/orders/${id}`)).body).toMatchObject({
    status: 'APPROVED',
    payer: { payer_id: expect.any(String) },
  })
  const captured = await capture(id)
  expect(captured).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  const [paid] = captured.body.purchase_units[0]!.payments.captures
  expect(paid).toMatchObject({ status: 'COMPLETED', amount: { currency_code: 'USD', value: '123.45' }, custom_id: 'attempt-1' })
  expect(issueOf(await capture(id))).toBe('ORDER_ALREADY_CAPTURED')
  expect((await business(`GET /v2/payments/captures/${paid!.id}`)).body).toMatchObject({
    status: 'COMPLETED',
    payee: { merchant_id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/) },
    supplementary_data: { related_ids: { order_id: id } },
  })
})

test('without a payment source the order is CREATED and links to its approval', async () => {
  const { payment_source, ...plain } = orderBody(harness.url)
  const { body } = await business(create, plain)
  expect(body.status).toBe('CREATED')
  expect(body.links.map(({ rel }) => rel)).toEqual(['self', 'approve', 'capture'])
  expect(issueOf(await business(create, { ...plain, payment_source }))).toBe('PAYPAL_REQUEST_ID_REQUIRED')
})

test('the complete order is returned on request, and always by GET', async () => {
  const full = { ...key('k1'), prefer: 'return=representation' }
  const { body } = await business(create, orderBody(harness.url), full)
  const unit = { custom_id: 'attempt-1', amount: { value: '123.45' }, payee: { merchant_id: expect.any(String) } }
  expect(body).toMatchObject({ intent: 'CAPTURE', purchase_units: [unit] })
  expect((await business(`GET /v2/checkout/orders/${body.id}`)).body).toEqual(body)
})

test('after a declined card the buyer can choose another source and pay the same order', async () => {
  const id = await makeOrder(harness, business)
  await approve(id, 'declined-card')
  const refused = await capture(id, key('c1'))
  expect(refused.status).toBe(422)
  expect(issueOf(refused)).toBe('INSTRUMENT_DECLINED')
  expect(refused.body.links.find(({ rel }) => rel === 'payer-action')?.href).toContain(id)
  await approve(id)
  // A definite outcome stays the answer to its own id; a new try needs a new one.
  expect(issueOf(await capture(id, key('c1')))).toBe('INSTRUMENT_DECLINED')
  expect(await capture(id, key('c2'))).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
})

test.each([
  ['complete', 'COMPLETED'],
  ['deny', 'DECLINED'],
])('an e-check stays pending until it is settled: %s', async (outcome, status) => {
  const created = await makeCapture(harness, business, 'echeck')
  const readCapture = async () => (await business(`GET /v2/payments/captures/${created.capture}`)).body
  expect(await readCapture()).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } })
  await harness.control('POST /_sim/captures/settle', { capture: created.capture, outcome })
  expect((await readCapture()).status).toBe(status)
  expect((await business(`GET /v2/checkout/orders/${created.order}`)).body.status).toBe('COMPLETED')
})

test('an unapproved order expires after three hours, an approved one after three days, a paid one never', async () => {
  const [open, approved] = [await makeOrder(harness, business), await makeOrder(harness, business)]
  await approve(approved)
  const { order: paid } = await makeCapture(harness, business)
  const statusOf = async (id: string, token = business) => (await token(`GET /v2/checkout/orders/${id}`)).status
  await harness.control('POST /_sim/clock', { advanceSeconds: 3 * 3600 })
  expect([await statusOf(open), await statusOf(approved), await statusOf(paid)]).toEqual([404, 200, 200])
  await harness.control('POST /_sim/clock', { advanceSeconds: 69 * 3600 })
  business = await harness.business('a')
  expect([await statusOf(approved), await statusOf(paid)]).toEqual([404, 200])
  expect(issueOf(await capture(approved))).toBe('INVALID_RESOURCE_ID')
})

const usd = (value: string) => ({ currency_code: 'USD', value })
const item = (value: string, quantity = '1', more = {}) => ({ name: 'Hours', quantity, unit_amount: usd(value), ...more })
test.each<[string, object, number]>([
  ['DECIMAL_PRECISION', { amount: usd('1.005') }, 422],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', { amount: usd('0.00') }, 422],
  ['INVALID_CURRENCY_CODE', { amount: { currency_code: 'XAU', value: '1.00' } }, 422],
  ['INVALID_PARAMETER_SYNTAX', { amount: { currency_code: 'USD', value: 1 } }, 400],
  ['INVALID_PARAMETER_SYNTAX', { amount: usd('1e3') }, 400],
  ['MISSING_REQUIRED_PARAMETER', { amount: { currency_code: 'USD' } }, 400],
  ['INVALID_STRING_LENGTH', { custom_id: 'x'.repeat(128) }, 400],
  ['AMOUNT_MISMATCH', { amount: { ...usd('3.00'), breakdown: { item_total: usd('2.00') } } }, 422],
  ['ITEM_TOTAL_REQUIRED', { items: [item('123.45')] }, 422],
  ['ITEM_TOTAL_MISMATCH', { amount: { ...usd('3.00'), breakdown: { item_total: usd('3.00') } }, items: [item('1.00', '2')] }, 422],
  [
    'TAX_TOTAL_REQUIRED',
    { amount: { ...usd('2.00'), breakdown: { item_total: usd('2.00') } }, items: [item('1.00', '2', { tax: usd('0.10') })] },
    422,
  ],
])('%s refuses an order', async (issue, unit, status) => {
  const answer = await business(create, orderBody(harness.url, '123.45', unit), key('k1'))
  expect([answer.status, issueOf(answer)]).toEqual([status, issue])
})

test('a correct breakdown is accepted, to the cent', async () => {
  const breakdown = { item_total: usd('2.00'), tax_total: usd('0.20'), discount: usd('0.10') }
  const items = [item('1.00', '2', { tax: usd('0.10') })]
  const answer = await business(create, orderBody(harness.url, '1.00', { amount: { ...usd('2.10'), breakdown }, items }), key('k1'))
  expect(answer.status).toBe(201)
})

test('the invoice id of an earlier payment is refused', async () => {
  const first = await makeOrder(harness, business, '1.00', { invoice_id: 'INV-1' })
  const second = await makeOrder(harness, business, '1.00', { invoice_id: 'INV-1' })
  await Promise.all([approve(first), approve(second)])
  expect((await capture(first)).status).toBe(201)
  expect(issueOf(await capture(second))).toBe('DUPLICATE_INVOICE_ID')
  const third = await business(create, orderBody(harness.url, '1.00', { invoice_id: 'INV-1' }), key('k9'))
  expect(issueOf(third)).toBe('DUPLICATE_INVOICE_ID')
})

test('the control API can alter an order: amount, reference and payee', async () => {
  const { order } = await makeCapture(harness, business)
  const lies = { amount: '1.00', customId: 'other', merchantId: 'ABCDEFGHJKLMN' }
  await harness.control('POST /_sim/orders/alter', { order, ...lies })
  const { body } = await business(`GET /v2/checkout/orders/${order}`)
  expect(body.purchase_units[0]).toMatchObject({
    custom_id: 'other',
    payee: { merchant_id: 'ABCDEFGHJKLMN' },
    payments: { captures: [{ amount: { value: '1.00' }, custom_id: 'other' }] },
  })
})
