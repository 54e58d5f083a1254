import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { buyPlan, choose, listProviderSubscriptions, payWith, readProviderState, readUserRow, verify } from './testing/purchase.ts'

let app: TestApp
const logged: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: (line) => logged.push(line) })
  await app.simulate('webhooks', { mode: 'drop' })
})
// Faults that a test didn't use must not hit the next one.
afterEach(() => app.simulate('faults/clear', {}))
afterAll(() => app.close())

const fault = (route: string, more: object) => app.simulate('faults', { route, ...more })
const active = { subscriptionStatus: 'active', payment: 'active' }

test.each([
  ['the customer', 'POST /v1/customers'],
  ['the subscription', 'POST /v1/subscriptions'],
])('after a lost answer about %s, a repeated call gives the same result', async (_what, route) => {
  const who = await app.person(`lost${route.length}`)
  // One more failure than the SDK retries.
  await fault(route, { kind: 'drop-after', count: 3 })
  const first = await choose(app, who)
  expect([first.status, first.body.message]).toEqual([502, unreachable])
  const second = await choose(app, who)
  expect(second.status).toBe(200)
  expect(await listProviderSubscriptions(app, who)).toHaveLength(1)
  expect((await readProviderState(app)).customer.filter(({ email }) => email === who.email)).toHaveLength(1)
  await payWith(app, second.body.clientSecret)
  expect((await verify(app, who)).body).toMatchObject(active)
})
const unreachable = "The payment provider can't be reached at the moment, and nothing was changed. Please try again in a minute."

test('an unavailable provider leaves no partial state, and later everything works', async () => {
  const ada = await app.person('ada')
  const before = await readUserRow(app, ada)
  await fault('POST /v1/customers', { kind: 'status', status: 503, count: 3 })
  expect((await choose(app, ada)).status).toBe(502)
  const after = await readUserRow(app, ada)
  expect({ ...after, subscription_attempt_id: null, subscription_attempt_plan: null }).toEqual(before)
  await buyPlan(app, ada)
  await fault('GET /v1/subscriptions', { kind: 'html', count: 3 })
  const verified = await verify(app, ada)
  expect([verified.status, verified.body.message]).toEqual([502, unreachable])
  expect((await readUserRow(app, ada)).subscription_status).toBe('trial')
  expect((await verify(app, ada)).body).toMatchObject(active)
  // Billing shows the stored state while the provider is unavailable.
  await fault('GET /v1/subscriptions', { kind: 'drop-before', count: 3 })
  expect((await verify(app, ada)).status).toBe(502)
  expect((await app.send(ada, 'GET', '/api/billing')).body).toMatchObject({ subscriptionStatus: 'active', canManage: true })
})

test('after an error that the provider repeats for the idempotency key, another key is used', async () => {
  const bob = await app.person('bob')
  await fault('POST /v1/subscriptions', { kind: 'status', status: 500, stored: true, count: 1 })
  expect((await choose(app, bob)).status).toBe(200)
  const cleo = await app.person('cleo')
  await fault('POST /v1/customers', { kind: 'status', status: 500, stored: true, count: 1 })
  expect((await choose(app, cleo)).status).toBe(200)
  // After several keys the user is told, and the next request starts again.
  const dora = await app.person('dora')
  await fault('POST /v1/subscriptions', { kind: 'status', status: 500, stored: true, count: 20 })
  expect((await choose(app, dora)).status).toBe(502)
  expect(await listProviderSubscriptions(app, dora)).toEqual([])
  await app.simulate('faults/clear', {})
  expect((await choose(app, dora)).status).toBe(200)
})

test('a refused key is reported as such, and never shown', async () => {
  const eve = await app.person('eve')
  await buyPlan(app, eve)
  await verify(app, eve)
  const { secretKey } = deriveStripeKeys('platform')
  await app.simulate('keys/revoke', { key: secretKey })
  for (const reply of [await choose(app, eve), await verify(app, eve), await app.send(eve, 'POST', '/api/create-customer-portal', {})]) {
    expect([reply.status, reply.body.message]).toEqual([
      503,
      "The payment provider doesn't accept this server's key, so plans can't be managed at the moment. Please tell whoever runs it.",
    ])
  }
  expect(logged.join('\n')).toContain('Stripe')
  expect(logged.join('\n')).not.toContain(secretKey)
  expect((await readUserRow(app, eve)).subscription_status).toBe('active')
})
