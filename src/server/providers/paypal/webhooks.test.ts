import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { InvalidEvent, InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { attempt, captureId, createProviderAt, orderId, problem } from './testing/samples.ts'
import { type ScriptedAnswer, type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'
import { paymentEvents } from './webhooks.ts'

let wire: ScriptedServer
beforeAll(async () => {
  wire = await startScriptedServer()
})
afterEach(() => expect(wire.violations).toEqual([]))
afterAll(() => wire.close())

const verify = 'POST /v1/notifications/verify-webhook-signature'
const success = { body: { verification_status: 'SUCCESS' } }
const registration = { webhookId: '1JE4291016473214C', secret: null }
const signed = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig':
    'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz+Zjh3s3boXB07VXCXUZy/UFzUlnGJn0wDugt7FlSvdKeIJenLRemUxYCPVoEZzg==',
  'paypal-transmission-time': '2026-05-04T10:03:05Z',
}
const eventWith = (resource: unknown, over: object = {}) => ({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource, ...over })
const readRaw = (
  raw: string | Buffer,
  headers: Record<string, string | string[] | undefined> = signed,
  answer: ScriptedAnswer = success,
) => {
  wire.says({ [verify]: answer })
  return createProviderAt(wire.origin).verifyWebhook(Buffer.from(raw as string), headers, registration, new Date())
}
const refsIn = async (resource: unknown) => (await readRaw(JSON.stringify(eventWith(resource)))).refs

test('PayPal is asked to verify the exact body, for our webhook', async () => {
  const raw = '{ "id":"WH-1",  "event_type":"X", "zero": 1.00, "umlaut":"\\u00fc ü",\n "resource":{} }'
  expect(await readRaw(raw)).toEqual({ id: 'WH-1', type: 'X', refs: [] })
  const { body } = wire.seen.at(-1)!
  expect(body).toContain(`"webhook_event":${raw}}`)
  expect(JSON.parse(body)).toMatchObject({
    webhook_id: registration.webhookId,
    auth_algo: 'SHA256withRSA',
    transmission_time: '2026-05-04T10:03:05Z',
  })
})

test('an event that PayPal doesn’t confirm is refused', async () => {
  const failure = { body: { verification_status: 'FAILURE' } }
  expect(await problem(readRaw(JSON.stringify(eventWith({})), signed, failure))).toBeInstanceOf(InvalidSignature)
  const nonsense = { status: 400, body: { name: 'VALIDATION_ERROR', message: 'Invalid request' } }
  expect(await problem(readRaw(JSON.stringify(eventWith({})), signed, nonsense))).toBeInstanceOf(InvalidSignature)
})

test.each([
  ['trouble of its own', { status: 500 }],
  ['an unknown word', { body: { verification_status: 'SUCCESSFUL' } }],
  ['a refusal of our keys', { status: 401, body: { name: 'AUTHENTICATION_FAILURE' } }],
])('when PayPal answers with %s, the event isn’t refused as invalid', async (_, answer) => {
  const error = await problem(readRaw(JSON.stringify(eventWith({})), signed, answer))
  expect(error).toBeInstanceOf(ProviderError)
})

test.each([
  ['no certificate', { 'paypal-cert-url': undefined }],
  ['a certificate of somebody else', { 'paypal-cert-url': 'https://evil.example/cert' }],
  ['a name that only ends alike', { 'paypal-cert-url': 'https://evilpaypal.com/cert' }],
  ['a name that only begins alike', { 'paypal-cert-url': 'https://api.paypal.com.evil.example/cert' }],
  ['a name before an @', { 'paypal-cert-url': 'https://api.paypal.com@evil.example/cert' }],
  ['a certificate without encryption', { 'paypal-cert-url': 'http://api.paypal.com/cert' }],
  ['a certificate at another port', { 'paypal-cert-url': 'https://api.paypal.com:8443/cert' }],
  ['no address at all', { 'paypal-cert-url': 'cert' }],
  ['no signature', { 'paypal-transmission-sig': undefined }],
  ['two signatures', { 'paypal-transmission-sig': ['a1', 'b2'] }],
  ['an odd algorithm', { 'paypal-auth-algo': 'none"' }],
  ['no time', { 'paypal-transmission-time': 'yesterday' }],
  ['an endless id', { 'paypal-transmission-id': 'a'.repeat(60) }],
])('an event with %s is refused without a call', async (_, over) => {
  expect(await problem(readRaw(JSON.stringify(eventWith({})), { ...signed, ...over }))).toBeInstanceOf(InvalidSignature)
  expect(wire.calls()).toEqual([])
})

test.each([
  '',
  'null',
  '[]',
  '"text"',
  '{"id":"WH-1"}',
  '{"id":"WH-1","event_type":"X"},"webhook_id":"ANOTHER"',
  '{"id":"WH-1","event_type":"X"}{}',
  '\ufeff{"id":"WH-1","event_type":"X"}',
  Buffer.from('{"id":"WH-1","event_type":"X","name":"\xff"}', 'latin1'),
])('a body that is no event (%j) is refused without a call', async (raw) => {
  expect(await problem(readRaw(raw))).toBeInstanceOf(InvalidSignature)
  expect(wire.calls()).toEqual([])
})

test.each([
  ['an id with NUL', { id: 'WH-\u0000' }],
  ['a huge id', { id: 'W'.repeat(256) }],
  ['a type with a line break', { event_type: 'PAYMENT\nCAPTURE' }],
  ['a huge type', { event_type: 'P'.repeat(101) }],
])('an event with %s is refused without a call', async (_what, over) => {
  expect(await problem(readRaw(JSON.stringify(eventWith({}, over))))).toBeInstanceOf(InvalidEvent)
  expect(wire.calls()).toEqual([])
})

test('what can be no id names no attempt', async () => {
  expect(await refsIn({ id: 'C\u0000', custom_id: 'a'.repeat(128) })).toEqual([])
})

test('the certificate may come from the host that is asked, such as the simulator', async () => {
  const headers = { ...signed, 'paypal-cert-url': `${wire.origin}/cert` }
  expect(await readRaw(JSON.stringify(eventWith({})), headers)).toMatchObject({ id: 'WH-1' })
})

test('an event names its attempt by all ids in it', async () => {
  const related = { supplementary_data: { related_ids: { order_id: orderId } } }
  expect(await refsIn({ id: captureId, custom_id: attempt.id, ...related })).toEqual([captureId, attempt.id, orderId])
  const up = { rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }
  expect(await refsIn({ id: '1JU08902781691411', links: [{ rel: 'self', href: 'https://x/1JU08902781691411' }, up] })).toEqual([
    '1JU08902781691411',
    captureId,
  ])
  const unit = { custom_id: attempt.id, payments: { captures: [{ id: captureId }] } }
  expect(await refsIn({ id: orderId, purchase_units: [unit, unit] })).toEqual([orderId, attempt.id, captureId])
  expect(await refsIn({ dispute_id: 'PP-D-1', disputed_transactions: [{ seller_transaction_id: captureId, custom: attempt.id }] })).toEqual(
    [captureId, attempt.id],
  )
})

test('an event with an unknown structure names nothing, and is no error', async () => {
  for (const resource of [undefined, null, 7, [], 'text', { id: 7, links: 'x', purchase_units: {}, supplementary_data: [] }])
    expect(await refsIn(resource)).toEqual([])
  const many = { purchase_units: Array.from({ length: 500 }, (_, n) => ({ custom_id: `x${n}` })) }
  expect(await refsIn(many)).toHaveLength(20)
})

const webhooks = '/v1/notifications/webhooks'
const url = 'https://pay.example.com/api/webhooks/paypal/token'
test('a webhook is created once for a URL, with all needed events', async () => {
  wire.says({ [`POST ${webhooks}`]: { status: 201, body: { id: registration.webhookId, url, event_types: paymentEvents } } })
  expect(await createProviderAt(wire.origin).registerWebhook(url)).toEqual(registration)
  expect(JSON.parse(wire.seen.at(-1)!.body)).toEqual({ url, event_types: paymentEvents })
})

const already = { status: 400, body: { name: 'WEBHOOK_URL_ALREADY_EXISTS', message: 'Webhook URL already exists' } }
test('an existing webhook is used if it has all events, and replaced if it hasn’t', async () => {
  const made = { status: 201, body: { id: '2NEW291016473214C', url } }
  const list = (types: object[]) => ({
    [`POST ${webhooks}`]: [already, made],
    [`GET ${webhooks}`]: {
      body: {
        webhooks: [
          { id: '0ELSE91016473214C', url: 'https://else.example', event_types: paymentEvents },
          { id: registration.webhookId, url, event_types: types },
        ],
      },
    },
    [`DELETE ${webhooks}/${registration.webhookId}`]: { status: 204 },
  })
  const opened = async (types: object[]) => {
    wire.says(list(types))
    return (await createProviderAt(wire.origin).registerWebhook(url)).webhookId
  }
  expect(await opened(paymentEvents)).toBe(registration.webhookId)
  expect(await opened([{ name: '*' }])).toBe(registration.webhookId)
  expect(await opened(paymentEvents.slice(1))).toBe('2NEW291016473214C')
  expect(wire.calls()).toContain(`DELETE ${webhooks}/${registration.webhookId}`)
})

test('when PayPal’s limit of webhooks is reached, the owner is told what to do', async () => {
  wire.says({ [`POST ${webhooks}`]: { status: 400, body: { name: 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', message: 'Too many' } } })
  expect(await problem(createProviderAt(wire.origin).registerWebhook(url))).toMatchObject({
    isRefused: true,
    message: expect.stringContaining('Remove one in the PayPal developer dashboard.'),
  })
})

test('removing a webhook that doesn’t exist succeeds', async () => {
  wire.says({})
  await createProviderAt(wire.origin).removeWebhook(registration.webhookId)
  wire.says({ [`DELETE ${webhooks}/${registration.webhookId}`]: { status: 500 } })
  expect(await problem(createProviderAt(wire.origin).removeWebhook(registration.webhookId))).toBeInstanceOf(ProviderError)
  expect(await problem(createProviderAt(wire.origin).removeWebhook('../webhooks'))).toMatchObject({ isRefused: true })
})
