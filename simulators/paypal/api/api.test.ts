import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import {
  type Business,
  type CheckedPayPal,
  makeCapture,
  makeOrder,
  orderBody,
  requestToken,
  startCheckedPayPal,
} from '#simulators/paypal/testing/checked-simulator.ts'

let folder: string
let harness: CheckedPayPal
let business: Business
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-sandbox-'))
  harness = await startCheckedPayPal({ stateFile: join(folder, 'deep', 'state.json') })
})
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  business = await harness.business('a')
})
afterEach(() => expect(harness.violations.splice(0)).toEqual([]))
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

const create = 'POST /v2/checkout/orders'
const captureRoute = 'POST /v2/checkout/orders/:id/capture'
const key = (name: string) => ({ 'paypal-request-id': name })
const keys = derivePayPalKeys('a')
type Dump = { accounts: Record<string, { orders: object; captures: object }> }
const dump = async () => Object.values(((await harness.control('GET /_sim/dump')) as Dump).accounts)[0]!

test('the same request id returns the first order in its current state', async () => {
  const first = await business(create, orderBody(harness.url), key('k1'))
  await harness.control('POST /_sim/orders/approve', { order: first.body.id })
  const second = await business(create, orderBody(harness.url), key('k1'))
  expect([second.status, second.body.id, second.body.status]).toEqual([200, first.body.id, 'APPROVED'])
  const foreign = await (await harness.business('b'))(create, orderBody(harness.url), key('k1'))
  expect(foreign.body.id).not.toBe(first.body.id)
  await harness.control('POST /_sim/clock', { advanceSeconds: 6 * 3600 })
  expect((await business(create, orderBody(harness.url), key('k1'))).status).toBe(201)
})

test('while the first request is in progress the second fails, and a retry captures once', async () => {
  const order = await makeOrder(harness, business)
  await harness.control('POST /_sim/orders/approve', { order })
  await harness.control('POST /_sim/faults', { route: captureRoute, kind: 'latency', ms: 400 })
  const path = `POST /v2/checkout/orders/${order}/capture`
  const first = business(path, undefined, key('c1'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await business(path, undefined, key('c1'))).toMatchObject({ status: 409, body: { name: 'RESOURCE_CONFLICT' } })
  expect((await first).status).toBe(201)
  expect(await business(path, undefined, key('c1'))).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  expect(Object.keys((await dump()).captures)).toHaveLength(1)
})

test('a retry after a lost response gets the same capture', async () => {
  const order = await makeOrder(harness, business)
  await harness.control('POST /_sim/orders/approve', { order })
  await harness.control('POST /_sim/faults', { route: captureRoute, kind: 'drop-after' })
  const path = `POST /v2/checkout/orders/${order}/capture`
  await expect(business(path, undefined, key('c1'))).rejects.toThrow('fetch failed')
  const captureIds = Object.keys((await dump()).captures)
  expect(captureIds).toHaveLength(1)
  const again = await business(path, undefined, key('c1'))
  expect(again.body.purchase_units[0]?.payments.captures.map(({ id }) => id)).toEqual(captureIds)
})

test('a connection that is closed before the work leaves no effect; statuses and HTML pages can be simulated', async () => {
  await harness.control('POST /_sim/faults', { route: create, kind: 'drop-before' })
  await expect(business(create, orderBody(harness.url), key('k1'))).rejects.toThrow('fetch failed')
  expect((await dump()).orders).toEqual({})
  await harness.control('POST /_sim/faults', { route: '*', kind: 'status', status: 429 })
  expect(await business(create, orderBody(harness.url), key('k1'))).toMatchObject({ status: 429, body: { name: 'RATE_LIMIT_REACHED' } })
  await harness.control('POST /_sim/faults', { route: 'POST /v1/oauth2/token', kind: 'status', status: 503 })
  expect((await requestToken(harness.simulator().origin, keys)).status).toBe(503)
  expect((await business(create, orderBody(harness.url), key('k1'))).status).toBe(201)
})

test('a token is issued only for the correct secret, and is valid for nine hours', async () => {
  const { origin } = harness.simulator()
  const others = derivePayPalKeys('b')
  for (const wrong of [
    { ...keys, clientSecret: others.clientSecret },
    { ...keys, clientId: 'AZreal' },
    { ...keys, clientSecret: 'Esim_x' },
  ])
    expect(await requestToken(origin, wrong)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect(await requestToken(origin, { clientId: 'AZ', clientSecret: 'EHreal' })).toMatchObject({ status: 401 })
  expect((await requestToken(origin, keys, { grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
  expect((await requestToken(origin, keys)).body).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
  await harness.control('POST /_sim/clock', { advanceSeconds: 32_400 })
  expect(await business('GET /v1/notifications/webhooks')).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } })
})

test('a renewed secret is the same app; a revoked one and its tokens are refused', async () => {
  const renewed = { ...keys, clientSecret: `${keys.clientSecret}_r2` }
  const order = await makeOrder(harness, business)
  await harness.control('POST /_sim/keys/revoke', { key: keys.clientSecret })
  expect((await requestToken(harness.simulator().origin, keys)).status).toBe(401)
  expect((await business(`GET /v2/checkout/orders/${order}`)).status).toBe(401)
  const { body } = await requestToken(harness.simulator().origin, renewed)
  expect((await harness.send(body.access_token, `GET /v2/checkout/orders/${order}`)).status).toBe(200)
})

test('a browser token does not authenticate API calls, and needs a domain', async () => {
  const client = await requestToken(harness.simulator().origin, keys, { response_type: 'client_token', 'domains[]': '127.0.0.1' })
  expect(client.body.expires_in).toBe(900)
  expect((await harness.send(client.body.access_token, 'GET /v1/notifications/webhooks')).status).toBe(401)
  for (const domain of ['https://shop.example', '', 'shop.example/pay'])
    expect((await requestToken(harness.simulator().origin, keys, { response_type: 'client_token', 'domains[]': domain })).status).toBe(400)
})

test("an app cannot see another app's objects", async () => {
  const { order, capture } = await makeCapture(harness, business)
  const stranger = await harness.business('b')
  for (const line of [`GET /v2/checkout/orders/${order}`, `GET /v2/payments/captures/${capture}`])
    expect(await stranger(line)).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
  expect((await stranger(`POST /v2/checkout/orders/${order}/capture`)).status).toBe(404)
  expect((await stranger(`POST /v2/payments/captures/${capture}/refund`)).status).toBe(404)
})

test("invalid JSON and unknown paths are refused in PayPal's format", async () => {
  const { origin } = harness.simulator()
  const { body } = await requestToken(origin, keys)
  const post = (path: string, text: string, type = 'application/json') =>
    fetch(origin + path, { method: 'POST', headers: { authorization: `Bearer ${body.access_token}`, 'content-type': type }, body: text })
  expect((await post('/v2/checkout/orders', '{')).status).toBe(400)
  expect((await post('/v2/checkout/orders', 'a=b', 'text/plain')).status).toBe(415)
  expect((await post('/v2/unheard-of', '{}')).status).toBe(404)
  expect((await business('GET /v2/checkout/orders/__proto__')).status).toBe(404)
})

test('the control API refuses browsers, and every API refuses a foreign host name', async () => {
  const { origin } = harness.simulator()
  expect((await fetch(`${origin}/_sim/reset`, { method: 'POST', headers: { origin: 'https://evil.example' } })).status).toBe(403)
  const status = await new Promise((resolve, reject) => {
    request(`${origin}/_sim/dump`, { headers: { host: 'evil.example' } }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

test('payments and request ids survive a restart; no secret is logged or dumped', async () => {
  const first = await business(create, orderBody(harness.url), key('k1'))
  const { body: token } = await requestToken(harness.simulator().origin, keys)
  await harness.restart()
  expect(await business(create, orderBody(harness.url), key('k1'))).toMatchObject({ status: 200, body: { id: first.body.id } })
  expect(await readFile(join(folder, 'deep', 'state.json'), 'utf8')).toContain(first.body.id)
  for (const text of [harness.logged.join('\n'), JSON.stringify(await harness.control('GET /_sim/dump'))]) {
    expect(text).not.toContain(keys.clientSecret)
    expect(text).not.toContain(token.access_token)
  }
})

test('an unreadable state file is renamed and logged', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{"version":1,"acc')
  const other = await startCheckedPayPal({ stateFile: file })
  expect(other.logged.join('\n')).toContain(`was moved to ${file}.unreadable-`)
  await other.close()
})

test('with a seed the same calls get the same ids', async () => {
  const ids = async () => {
    const other = await startCheckedPayPal({ seed: 'one' })
    const created = await makeCapture(other, await other.business('a'))
    await other.close()
    return created
  }
  expect(await ids()).toEqual(await ids())
})
