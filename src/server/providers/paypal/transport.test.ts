import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { attempt, bill, buildOrderAnswer, createProviderAt, orderId, problem } from './testing/samples.ts'
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let wire: ScriptedServer
beforeAll(async () => {
  wire = await startScriptedServer()
})
afterAll(() => wire.close())

const orders = 'POST /v2/checkout/orders'
const theOrder = `GET /v2/checkout/orders/${orderId}`
const made = { status: 201, body: buildOrderAnswer() }
const token = 'POST /v1/oauth2/token'
const times = (call: string) => wire.calls().filter((each) => each === call).length

test('a 5xx and a lost answer are retried with the same idempotency key', async () => {
  wire.says({ [orders]: [{ status: 503, body: '<html>' }, (res) => res.destroy(), made] })
  expect(await createProviderAt(wire.origin).openCheckout(attempt, bill)).toMatchObject({ ref: orderId })
  const sent = wire.seen.filter(({ path }) => path === '/v2/checkout/orders')
  expect(sent.map(({ headers }) => headers['paypal-request-id'])).toEqual([attempt.id, attempt.id, attempt.id])
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
})

test('after two retries the error is thrown, and the call can be repeated later', async () => {
  wire.says({ [orders]: { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } } })
  expect(await problem(createProviderAt(wire.origin).openCheckout(attempt, bill))).toMatchObject({
    isRefused: false,
    isKeySpent: false,
    isKeyRefused: false,
    message: 'PayPal answered with status 500 (reference dbg1): it has trouble of its own',
  })
  expect(times(orders)).toBe(3)
})

test('a 429 is retried after the requested delay, unless that is too long', async () => {
  wire.says({ [theOrder]: [{ status: 429, headers: { 'retry-after': '0' } }, { body: buildOrderAnswer() }] })
  expect(await createProviderAt(wire.origin).fetchStatus(orderId)).toMatchObject({ state: 'open' })
  wire.says({ [theOrder]: { status: 429, headers: { 'retry-after': '8' } } })
  expect(await problem(createProviderAt(wire.origin).fetchStatus(orderId))).toMatchObject({ isRefused: false })
  expect(times(theOrder)).toBe(1)
})

test.each([
  ['a page in place of an answer', { status: 200, body: '<html>hello</html>' }],
  ['a refusal that PayPal did not write', { status: 403, body: '<html>blocked</html>' }],
  ['another call with the same key under way', { status: 409, body: { name: 'RESOURCE_CONFLICT', message: 'in progress' } }],
])('%s is no refusal', async (_, answer) => {
  wire.says({ [theOrder]: answer })
  const error = await problem(createProviderAt(wire.origin).fetchStatus(orderId))
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject({ isRefused: false, isKeyRefused: false, isKeySpent: false })
})

test('an answer that is too long isn’t read to the end', async () => {
  wire.says({ [theOrder]: { body: { ...buildOrderAnswer(), more: 'x'.repeat(1_100_000) } } })
  expect((await problem(createProviderAt(wire.origin).fetchStatus(orderId))).message).toContain('far more text than expected')
})

test('redirects aren’t followed', async () => {
  const elsewhere = await startScriptedServer()
  elsewhere.says({})
  wire.says({ [theOrder]: { status: 302, headers: { location: `${elsewhere.origin}/v2/checkout/orders/${orderId}` } } })
  expect(await problem(createProviderAt(wire.origin).fetchStatus(orderId))).toBeInstanceOf(ProviderError)
  expect(elsewhere.calls()).toEqual([])
  expect(times(theOrder)).toBe(1)
  await elsewhere.close()
})

test('an unreachable server is reported with a message', async () => {
  const gone = await startScriptedServer()
  await gone.close()
  const error = await problem(createProviderAt(gone.origin).fetchStatus(orderId))
  expect(error).toMatchObject({ message: "PayPal can't be reached at the moment: ECONNREFUSED", isRefused: false })
})

test('concurrent and later calls share one access token', async () => {
  wire.says({ [theOrder]: { body: buildOrderAnswer() } })
  const provider = createProviderAt(wire.origin)
  await Promise.all([provider.fetchStatus(orderId), provider.fetchStatus(orderId), provider.fetchStatus(orderId)])
  await provider.fetchStatus(orderId)
  expect(times(token)).toBe(1)
  await createProviderAt(wire.origin).fetchStatus(orderId)
  expect(times(token)).toBe(2)
})

test('an expired access token is renewed', async () => {
  wire.says({ [token]: { body: { access_token: 'short', expires_in: 30 } }, [theOrder]: { body: buildOrderAnswer() } })
  const provider = createProviderAt(wire.origin)
  await provider.fetchStatus(orderId)
  await provider.fetchStatus(orderId)
  expect(times(token)).toBe(2)
})

const unauthorized = { status: 401, body: { name: 'AUTHENTICATION_FAILURE', message: 'expired' } }
const signIn = (value: string) => ({ body: { access_token: value, expires_in: 30_000 } })
test('a refused access token is renewed once', async () => {
  wire.says({
    [token]: [signIn('one'), signIn('two')],
    [theOrder]: [{ body: buildOrderAnswer() }, unauthorized, { body: buildOrderAnswer() }],
  })
  const provider = createProviderAt(wire.origin)
  await provider.fetchStatus(orderId)
  await provider.fetchStatus(orderId)
  expect(wire.seen.map(({ headers }) => headers.authorization?.slice(0, 10))).toEqual([
    expect.stringMatching(/^Basic/),
    'Bearer one',
    'Bearer one',
    expect.stringMatching(/^Basic/),
    'Bearer two',
  ])
  wire.says({ [theOrder]: unauthorized })
  expect(await problem(provider.fetchStatus(orderId))).toMatchObject({ isKeyRefused: true, isRefused: false })
  expect(times(theOrder)).toBe(2)
})

test('a refused secret is reported as such, and tried again each time', async () => {
  const refused = { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
  wire.says({ [token]: [refused, signIn('good')], [theOrder]: { body: buildOrderAnswer() } })
  const provider = createProviderAt(wire.origin)
  const error = await problem(provider.fetchStatus(orderId))
  expect(error).toMatchObject({ isKeyRefused: true, isRefused: false })
  expect(error.message).not.toContain('a-secret')
  expect(await provider.fetchStatus(orderId)).toMatchObject({ state: 'open' })
})

test('an access token with characters that a header can’t contain is refused', async () => {
  wire.says({ [token]: { body: { access_token: 'a\r\nx: y', expires_in: 30_000 } } })
  expect(await problem(createProviderAt(wire.origin).fetchStatus(orderId))).toBeInstanceOf(ProviderError)
  expect(wire.calls()).toEqual([token])
})
