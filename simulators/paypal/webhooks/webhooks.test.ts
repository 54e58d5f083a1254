import { X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBody } from '#simulators/kit/http.ts'
import { type Business, type CheckedPayPal, makeCapture, startCheckedPayPal } from '#simulators/paypal/testing/checked-simulator.ts'
import { extractRawEvent } from './raw-event.ts'
import { verifySignature } from './signature.ts'

type Received = { body: string; headers: IncomingMessage['headers']; path: string }
let harness: CheckedPayPal
let business: Business
let received: Received[] = []
let statuses: number[] = []

const receive = async (req: IncomingMessage, res: ServerResponse) => {
  received.push({ body: await readBody(req, 100_000), headers: req.headers, path: req.url ?? '' })
  res.statusCode = statuses.shift() ?? 200
  res.end()
}

beforeAll(async () => {
  harness = await startCheckedPayPal({ onRequest: (req, res) => void receive(req, res) })
})
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  business = await harness.business('a')
  received = []
  statuses = []
})
afterEach(() => expect(harness.violations.splice(0)).toEqual([]))
afterAll(() => harness.close())

/** The first event waits for its key, which a busy machine takes its time to make. */
const waitOptions = { timeout: 60_000 }

const webhooks = 'POST /v1/notifications/webhooks'
const register = async (call: Business, path: string, ...names: string[]) =>
  (await call(webhooks, { url: `${harness.url}/hooks/${path}`, event_types: names.map((name) => ({ name })) })).body.id
const typeOf = ({ body }: Received) => (JSON.parse(body) as { event_type: string }).event_type
type Delivery = { id: string; type: string; status: string; tries: number; lastAnswer: string }
const deliveries = async () => {
  const { accounts } = (await harness.control('GET /_sim/dump')) as { accounts: Record<string, { deliveries: Delivery[] }> }
  return Object.values(accounts).flatMap((account) => account.deliveries)
}
const head = ({ headers }: Received, name: string) => String(headers[name])
const verification = (webhook: string, { body }: Received, from: Received, changes: object = {}) => ({
  auth_algo: head(from, 'paypal-auth-algo'),
  cert_url: head(from, 'paypal-cert-url'),
  transmission_id: head(from, 'paypal-transmission-id'),
  transmission_sig: head(from, 'paypal-transmission-sig'),
  transmission_time: head(from, 'paypal-transmission-time'),
  webhook_id: webhook,
  webhook_event: JSON.parse(body) as object,
  ...changes,
})
const verified = async (call: Business, body: object) =>
  (await call('POST /v1/notifications/verify-webhook-signature', body)).body.verification_status

test("a payment's events go to its own app only, with a signature that both verification methods accept", async () => {
  const webhook = await register(business, 'a', 'PAYMENT.CAPTURE.COMPLETED')
  const stranger = await harness.business('b')
  await register(stranger, 'b', '*')
  const { capture, order } = await makeCapture(harness, business)
  await vi.waitFor(() => expect(received).toHaveLength(1), waitOptions)
  const [sent] = received as [Received]
  expect(sent.path).toBe('/hooks/a')
  expect(JSON.parse(sent.body)).toMatchObject({
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: capture, custom_id: 'attempt-1', supplementary_data: { related_ids: { order_id: order } } },
  })
  const body = verification(webhook, sent, sent)
  expect(await verified(business, body)).toBe('SUCCESS')
  expect(await verified(stranger, body)).toBe('FAILURE')
  for (const changes of [
    { cert_url: 'https://evil.example/cert' },
    { auth_algo: 'SHA1withRSA' },
    { transmission_id: 'other' },
    { webhook_event: { ...(JSON.parse(sent.body) as object), id: 'WH-other' } },
  ])
    expect(await verified(business, { ...body, ...changes })).toBe('FAILURE')

  const certificate = new X509Certificate(await (await fetch(head(sent, 'paypal-cert-url'))).text())
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  const what = { transmissionId: body.transmission_id, time: body.transmission_time, webhookId: webhook, body: sent.body }
  expect(verifySignature(what, body.transmission_sig, certificate.publicKey)).toBe(true)
  expect(verifySignature({ ...what, body: `${sent.body} ` }, body.transmission_sig, certificate.publicKey)).toBe(false)
})

test('every change of a payment has its event', async () => {
  await register(business, 'a', '*')
  const echeck = await makeCapture(harness, business, 'echeck')
  await harness.control('POST /_sim/captures/settle', { capture: echeck.capture, outcome: 'deny' })
  const { capture } = await makeCapture(harness, business)
  await business(`POST /v2/payments/captures/${capture}/refund`, { amount: { currency_code: 'USD', value: '1.00' } })
  await harness.control('POST /_sim/disputes', { action: 'open', capture })
  await harness.control('POST /_sim/disputes', { action: 'lose', capture })
  const expected = [
    'CHECKOUT.ORDER.APPROVED',
    'CHECKOUT.ORDER.APPROVED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.RESOLVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
  ]
  await vi.waitFor(() => expect(received.map(typeOf).sort()).toEqual(expected), waitOptions)
  const refunded = received.find((one) => typeOf(one) === 'PAYMENT.CAPTURE.REFUNDED')
  expect(refunded?.body).toContain(`/v2/payments/captures/${capture}","rel":"up"`)
})

test('an event whose response is not 2xx is sent again with the same id', async () => {
  await register(business, 'a', 'PAYMENT.CAPTURE.COMPLETED')
  statuses = [500]
  await makeCapture(harness, business)
  await vi.waitFor(() => expect(received).toHaveLength(2), waitOptions)
  expect(received[0]?.body).toBe(received[1]?.body)
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 2 }]), waitOptions)
})

test('events can be held, delivered in any order and twice, or dropped', async () => {
  await register(business, 'a', '*')
  await harness.control('POST /_sim/webhooks', { mode: 'hold' })
  await makeCapture(harness, business)
  const [approved, completed] = await deliveries()
  expect(received).toEqual([])
  await harness.control('POST /_sim/webhooks/deliver', { deliveries: [completed?.id, approved?.id, completed?.id] })
  expect(received.map(typeOf)).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
  await harness.control('POST /_sim/webhooks', { mode: 'drop' })
  await makeCapture(harness, business)
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'dropped', 'dropped'])
})

test('webhooks are listed, unique and deletable; other hosts need https', async () => {
  const id = await register(business, 'a', '*')
  const event_types = [{ name: '*' }]
  expect((await business('GET /v1/notifications/webhooks')).body.webhooks).toMatchObject([{ id, url: `${harness.url}/hooks/a` }])
  const twice = await business(webhooks, { url: `${harness.url}/hooks/a`, event_types })
  expect(twice).toMatchObject({ status: 400, body: { name: 'WEBHOOK_URL_ALREADY_EXISTS' } })
  for (const url of ['http://shop.example/hook', 'https://shop.example:8443/hook', 'ftp://shop.example/hook'])
    expect((await business(webhooks, { url, event_types })).status).toBe(400)
  expect((await business(webhooks, { url: 'https://shop.example/hook', event_types })).status).toBe(201)
  expect((await business(`DELETE /v1/notifications/webhooks/${id}`)).status).toBe(204)
  expect((await business(`DELETE /v1/notifications/webhooks/${id}`)).status).toBe(404)
  await makeCapture(harness, business)
  // Nothing leaves this machine.
  await vi.waitFor(async () => expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed']), waitOptions)
  expect(received).toEqual([])
})

test.each([
  ['{"webhook_id":"a","webhook_event":{"a":"}\\"{" , "b":[1,{}]}}', '{"a":"}\\"{" , "b":[1,{}]}'],
  ['{ "n" : -1.5e3, "t":true,"webhook_event" : {}  , "z":null}', '{}'],
  ['{"x":{"webhook_event":{"inner":1}},"webhook_event":{"outer":1}}', '{"outer":1}'],
  ['{"x":[]}', ''],
])("the event's text in %s is %s", (json, text) => {
  expect(extractRawEvent(json)).toBe(text)
})
