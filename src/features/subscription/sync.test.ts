import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import { createStripeBilling } from '#server/providers/stripe/billing/provider.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { cents } from '#shared/money.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { openSubscription } from './open-subscription.ts'
import { cancelSubscriptions, type SellingServices, syncCustomer } from './sync.ts'
import { buyPlan, choose, listProviderSubscriptions, payWith, readProviderState, readUserRow, verify } from './testing/purchase.ts'

let app: TestApp
let provider: BillingProvider
beforeAll(async () => {
  app = await createTestApp()
  await app.simulate('webhooks', { mode: 'drop' })
  provider = createStripeBilling({ ...deriveStripeKeys('platform'), apiOrigin: () => app.providers.stripe, sandbox: true, script: null })
})
afterAll(() => app.close())

const services = (more: Partial<BillingProvider> = {}) =>
  ({
    database: app.database,
    plans: { ...provider, ...more },
    now: () => new Date(),
    log: () => undefined,
  }) as unknown as SellingServices

test('a late response doesn’t replace a newer one', async () => {
  const ada = await app.person('ada')
  const { clientSecret } = (await choose(app, ada)).body
  let letGo: (() => void) | undefined
  let heard: (() => void) | undefined
  const requested = new Promise<void>((resolve) => {
    heard = resolve
  })
  const slowLine: BillingProvider['listSubscriptions'] = async (customer) => {
    const answer = await provider.listSubscriptions(customer)
    await new Promise<void>((resolve) => {
      letGo = resolve
      heard?.()
    })
    return answer
  }
  const old = syncCustomer(services({ listSubscriptions: slowLine }), ada.userId)
  await requested
  await payWith(app, clientSecret)
  // A response counts by the time of its request, in milliseconds.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.now())
  expect((await verify(app, ada)).body).toMatchObject({ subscriptionStatus: 'active' })
  letGo?.()
  expect(await old).toMatchObject({ subscriptionStatus: 'active' })
  expect((await readUserRow(app, ada)).subscription_status).toBe('active')
})

test('a customer that is replaced during the request is fetched again', async () => {
  const bob = await app.person('bob')
  await buyPlan(app, bob)
  const { stripe_customer_id: customer } = await readUserRow(app, bob)
  await app.sql("update users set stripe_customer_id = 'cus_old' where id = $1", [bob.userId])
  const replaced: BillingProvider['listSubscriptions'] = async (requested) => {
    const answer = await provider.listSubscriptions(requested)
    await app.sql('update users set stripe_customer_id = $2 where id = $1', [bob.userId, customer])
    return answer
  }
  expect(await syncCustomer(services({ listSubscriptions: replaced }), bob.userId)).toMatchObject({ subscriptionStatus: 'active' })
})

test('a payment is pending until the bank has decided', async () => {
  for (const [outcome, expected] of [
    ['failed', { subscriptionStatus: 'trial', payment: 'none' }],
    ['succeeded', { subscriptionStatus: 'active', payment: 'active' }],
  ] as const) {
    const who = await app.person(`bank-${outcome}`)
    const { clientSecret } = (await choose(app, who)).body
    const intent = { payment_intent: clientSecret.split('_secret_')[0] }
    await app.simulate('payments/debit', intent)
    expect((await verify(app, who)).body).toMatchObject({ subscriptionStatus: 'trial', payment: 'pending' })
    await app.simulate('payments/settle', { ...intent, outcome })
    expect((await verify(app, who)).body).toMatchObject(expected)
  }
})

test('during a pending payment no other subscription replaces it', async () => {
  const gus = await app.person('gus')
  const { clientSecret } = (await choose(app, gus)).body
  const intent = { payment_intent: clientSecret.split('_secret_')[0] }
  await app.simulate('payments/debit', intent)
  for (const plan of ['yearly', 'monthly'] as const)
    expect(await choose(app, gus, plan)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Your bank is still deciding/) },
    })
  expect((await listProviderSubscriptions(app, gus)).map((one) => one.status)).toEqual(['incomplete'])
  await app.simulate('payments/settle', { ...intent, outcome: 'failed' })
  expect((await choose(app, gus, 'yearly')).status).toBe(200)
})

test('a response that was stored with a clock ahead doesn’t block later ones', async () => {
  const hal = await app.person('hal')
  await buyPlan(app, hal)
  await app.sql("update users set subscription_checked_at = now() + interval '1 hour' where id = $1", [hal.userId])
  expect((await verify(app, hal)).body).toMatchObject({ subscriptionStatus: 'active', payment: 'active' })
})

test('two live subscriptions are counted, and neither is canceled', async () => {
  const cleo = await app.person('cleo')
  await buyPlan(app, cleo)
  await verify(app, cleo)
  const { stripe_customer_id: customer } = await readUserRow(app, cleo)
  // As in the provider's dashboard.
  const { clientSecret } = await provider.openSubscription(customer!, 'yearly', cents(9999), 'by-hand')
  await payWith(app, clientSecret)
  expect((await verify(app, cleo)).body).toMatchObject({ subscriptionStatus: 'active' })
  expect((await app.send(cleo, 'GET', '/api/billing')).body).toMatchObject({ liveSubscriptions: 2 })
  expect((await listProviderSubscriptions(app, cleo)).map((one) => one.status)).toEqual(['active', 'active'])
})

test('deleting an account cancels live and incomplete subscriptions', async () => {
  const dora = await app.person('dora')
  await cancelSubscriptions(services(), dora.userId)
  await choose(app, dora)
  await cancelSubscriptions(services(), dora.userId)
  expect((await listProviderSubscriptions(app, dora)).map((one) => one.status)).toEqual(['incomplete_expired'])
  await buyPlan(app, dora)
  await app.simulate('faults', { route: 'DELETE /v1/subscriptions/:id', kind: 'status', status: 503, count: 3 })
  await expect(cancelSubscriptions(services(), dora.userId)).rejects.toThrow('Stripe')
  expect((await listProviderSubscriptions(app, dora)).map((one) => one.status).sort()).toEqual(['active', 'incomplete_expired'])
  await cancelSubscriptions(services(), dora.userId)
  await cancelSubscriptions(services(), dora.userId)
  expect((await listProviderSubscriptions(app, dora)).map((one) => one.status).sort()).toEqual(['canceled', 'incomplete_expired'])
  // A customer of another account is left alone.
  await buyPlan(app, dora)
  await app.sql("update users set subscription_account = 'acct_1another' where id = $1", [dora.userId])
  await cancelSubscriptions(services(), dora.userId)
  expect((await readProviderState(app)).subscription.at(-1)?.status).toBe('active')
})

test('a state without a customer stays as it is', async () => {
  const eve = await app.person('eve')
  await app.sql("update users set subscription_status = 'active', subscription_plan = 'yearly' where id = $1", [eve.userId])
  expect((await verify(app, eve)).body).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'yearly', payment: 'active' })
})

test('a subscription that is paid while another plan is being chosen stays paid', async () => {
  const finn = await app.person('finn')
  const { clientSecret } = (await choose(app, finn, 'monthly')).body
  let requested = 0
  const paidMeanwhile: BillingProvider['listSubscriptions'] = async (customer) => {
    const answer = await provider.listSubscriptions(customer)
    if (requested++ === 0) await payWith(app, clientSecret)
    return answer
  }
  const shop = {
    ...services({ listSubscriptions: paidMeanwhile }),
    prices: { monthly: cents(999), yearly: cents(9999) },
    publicUrl: () => new URL(app.origin),
  }
  await expect(openSubscription(shop, finn.userId, 'yearly')).rejects.toMatchObject({
    status: 409,
    message: 'You have a plan already. You can change it in Billing.',
  })
  expect((await listProviderSubscriptions(app, finn)).map((one) => one.status)).toEqual(['active'])
  expect(await readUserRow(app, finn)).toMatchObject({ subscription_status: 'active', subscription_plan: 'monthly' })
})
