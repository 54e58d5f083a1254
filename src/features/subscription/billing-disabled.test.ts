import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { cents } from '#shared/money.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sandbox: false, prices: { monthly: cents(1250), yearly: cents(12_500) } })
})
afterAll(() => app.close())

test('without a billing account the prices can be read, and each call says what is missing', async () => {
  const ada = await app.person('ada')
  expect((await app.send(ada, 'GET', '/api/billing')).body).toEqual({
    subscriptionStatus: 'trial',
    subscriptionPlan: null,
    trialInvoicesUsed: 0,
    prices: { monthly: '12.50', yearly: '125.00' },
    canSubscribe: false,
    sandbox: false,
    canManage: false,
    nextBillingAt: null,
    endsAt: null,
    pastDueSince: null,
    graceEndsAt: null,
    liveSubscriptions: 0,
  })
  for (const [path, body] of [
    ['/api/get-or-create-subscription', { plan: 'monthly' }],
    ['/api/verify-subscription', {}],
    ['/api/create-customer-portal', {}],
  ] as const) {
    const reply = await app.send(ada, 'POST', path, body)
    expect([path, reply.status]).toEqual([path, 503])
    expect(reply.body.message).toContain('BILLING_STRIPE_SECRET_KEY')
  }
})

test('without a billing account there is no webhook, and queued jobs do nothing', async () => {
  const bob = await app.person('bob')
  expect((await app.send(null, 'POST', '/api/webhooks/stripe-platform', '{}', { 'stripe-signature': 't=1,v1=1' })).status).toBe(404)
  for (const name of ['check', 'sync', 'look-over', 'webhook'])
    await app.runners.find((one) => one.name === `subscription.${name}`)!.run({ userId: bob.userId })
  expect(await app.sql('select 1 from graphile_worker._private_jobs')).toEqual([])
})
