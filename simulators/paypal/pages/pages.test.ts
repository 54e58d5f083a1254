import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import {
  type Business,
  type CheckedPayPal,
  makeCapture,
  makeOrder,
  requestToken,
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

const pageOf = (order: string, more = '') => `${harness.url}/sandbox/paypal/checkoutnow?token=${order}${more}`
const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', headers: { origin: harness.url, ...headers }, body: new URLSearchParams(fields) })
const statusOf = async (order: string) => (await business(`GET /v2/checkout/orders/${order}`)).body.status
const pay = { action: 'pay', funding: 'balance' }

test('the page shows the business, the description and the amount, and is marked as a sandbox', async () => {
  const order = await makeOrder(harness, business)
  const text = await (await fetch(pageOf(order))).text()
  for (const shown of ['Bright Harbor', 'Invoice INV-0042', '$123.45', 'no real money moves', 'PayPal balance', 'Card that is declined'])
    expect(text).toContain(shown)
})

test('paying approves the order and returns to the business', async () => {
  const order = await makeOrder(harness, business)
  const answer = await submit(pageOf(order), pay)
  expect(answer.status).toBe(303)
  const target = new URL(answer.headers.get('location') ?? '')
  expect(target.href).toMatch(`${harness.url}/payment-success?invoice=abc&token=${order}&PayerID=`)
  expect(await statusOf(order)).toBe('APPROVED')
  expect(await (await fetch(pageOf(order))).text()).toContain('Already approved')
  expect((await business(`POST /v2/checkout/orders/${order}/capture`)).status).toBe(201)
  expect(await (await fetch(pageOf(order))).text()).toContain('Already paid')
})

test('in a popup it ends on a page that closes itself', async () => {
  const order = await makeOrder(harness, business)
  const answer = await submit(pageOf(order, '&flow=popup'), pay)
  expect(answer.headers.get('location')).toBe('/sandbox/paypal/done?outcome=approved')
  const done = await fetch(`${harness.url}/sandbox/paypal/done?outcome=approved`)
  expect(done.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await done.text()).toContain('/sandbox/paypal/web-sdk/v6/close.js')
})

test('canceling does not change the order', async () => {
  const order = await makeOrder(harness, business)
  const answer = await submit(pageOf(order), { action: 'cancel' })
  expect(answer.headers.get('location')).toBe(`${harness.url}/pay-invoice/abc?token=${order}`)
  expect(await statusOf(order)).toBe('PAYER_ACTION_REQUIRED')
})

test.each([
  ['complete', 'COMPLETED'],
  ['deny', 'DECLINED'],
])('a pending e-check can be settled on the page: %s', async (action, status) => {
  const { order, capture } = await makeCapture(harness, business, 'echeck')
  expect(await (await fetch(pageOf(order))).text()).toContain('The e-check arrives')
  await submit(pageOf(order), { action })
  expect((await business(`GET /v2/payments/captures/${capture}`)).body.status).toBe(status)
})

test.each<[string, Record<string, string>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin at all', { origin: '' }],
])('a post from %s approves nothing', async (_name, headers) => {
  const order = await makeOrder(harness, business)
  expect((await submit(pageOf(order), pay, headers)).status).toBe(403)
  expect(await statusOf(order)).toBe('PAYER_ACTION_REQUIRED')
})

test("foreign texts are escaped, and the policy allows only the page's own style sheet and scripts", async () => {
  const order = await makeOrder(harness, business, '1.00', { description: '<script>alert(1)</script>' })
  const answer = await fetch(pageOf(order))
  const text = await answer.text()
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('&lt;script&gt;')
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('an unknown order, an unknown page and a form that is too large show an error page', async () => {
  expect((await fetch(pageOf('__proto__'))).status).toBe(404)
  expect((await fetch(`${harness.url}/sandbox/paypal/other`)).status).toBe(404)
  const order = await makeOrder(harness, business)
  expect((await submit(pageOf(order), { ...pay, more: 'x'.repeat(20_000) })).status).toBe(413)
})

const ask = async (call: string, body: object) => {
  const headers = { origin: harness.url, 'content-type': 'application/json' }
  const answer = await fetch(`${harness.url}/sandbox/paypal/web-sdk/v6/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const clientToken = async (seed: string, domain = '127.0.0.1') => {
  const more = { response_type: 'client_token', 'domains[]': domain }
  return (await requestToken(harness.simulator().origin, derivePayPalKeys(seed), more)).body.access_token
}

test("the web SDK's files are served as scripts", async () => {
  const core = await fetch(`${harness.url}/sandbox/paypal/web-sdk/v6/core.js`)
  expect(core.headers.get('content-type')).toContain('text/javascript')
  const text = await core.text()
  for (const [, name] of text.matchAll(/load\('([a-z.]+)'\)/g))
    expect((await fetch(`${harness.url}/sandbox/paypal/web-sdk/v6/${name}`)).status).toBe(200)
  expect((await fetch(`${harness.url}/sandbox/paypal/web-sdk/v6/constructor`)).status).toBe(404)
})

test('the browser needs a client token of its business that is valid for this host', async () => {
  const good = await clientToken('a')
  expect((await ask('instance', { clientToken: good })).status).toBe(200)
  expect((await ask('instance', { clientId: derivePayPalKeys('a').clientId })).status).toBe(200)
  expect((await ask('instance', { clientToken: 'wrong' })).body).toMatchObject({ name: 'INVALID_CLIENT_TOKEN' })
  expect((await ask('instance', { clientToken: await clientToken('a', 'shop.example') })).status).toBe(403)
  expect((await ask('instance', { clientId: 'AZunknown' })).status).toBe(401)
  const order = await makeOrder(harness, business)
  expect((await ask('order', { clientToken: await clientToken('b'), orderId: order })).status).toBe(404)
  await harness.control('POST /_sim/clock', { advanceSeconds: 900 })
  expect((await ask('instance', { clientToken: good })).status).toBe(401)
})

test('the dialog approves an order as the page does', async () => {
  const credential = { clientToken: await clientToken('a') }
  const orderId = await makeOrder(harness, business)
  expect((await ask('order', { ...credential, orderId })).body).toMatchObject({ isApproved: false, canBeApproved: true, total: '$123.45' })
  expect((await ask('approve', { ...credential, orderId, funding: 'gold' })).status).toBe(422)
  expect((await ask('approve', { ...credential, orderId, funding: 'balance' })).body).toMatchObject({ isApproved: true })
  expect(await statusOf(orderId)).toBe('APPROVED')
})
