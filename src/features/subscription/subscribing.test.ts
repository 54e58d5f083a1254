import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import {
  answerBank,
  buyPlan,
  choose,
  listProviderSubscriptions,
  payWith,
  readProviderState,
  readUserRow,
  verify,
} from './testing/purchase.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // Without events: the state comes from syncs only.
  await app.simulate('webhooks', { mode: 'drop' })
})
afterAll(() => app.close())

const trial = { subscriptionStatus: 'trial', subscriptionPlan: null, trialInvoicesUsed: 0 }
const status = async (who: Parameters<typeof verify>[1]) => (await app.send(who, 'GET', '/api/user/status')).body

test('a payment with a valid card starts the plan', async () => {
  const ada = await app.person('ada')
  const chosen = await choose(app, ada, 'yearly')
  expect([chosen.status, chosen.body]).toEqual([
    200,
    {
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      publishableKey: expect.stringMatching(/^pk_test_sim_/),
      script: '/sandbox/stripe/v3/stripe.js',
    },
  ])
  expect(await status(ada)).toEqual(trial)
  await payWith(app, chosen.body.clientSecret)
  expect((await verify(app, ada)).body).toEqual({
    subscriptionStatus: 'active',
    subscriptionPlan: 'yearly',
    trialInvoicesUsed: 0,
    payment: 'active',
  })
  expect(await status(ada)).toEqual({ ...trial, subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
  const [subscription] = await listProviderSubscriptions(app, ada)
  expect(await readUserRow(app, ada)).toMatchObject({
    stripe_subscription_id: subscription!.id,
    stripe_customer_id: subscription!.customer,
    subscription_account: 'sandbox',
    live_subscriptions: 1,
    subscription_next_check_at: expect.any(Date),
  })
})

test('a declined card changes nothing, and the same form accepts the next card', async () => {
  const bob = await app.person('bob')
  const { clientSecret } = (await choose(app, bob)).body
  expect((await payWith(app, clientSecret, '4000000000000002')).status).toBe(402)
  expect((await verify(app, bob)).body).toEqual({ ...trial, payment: 'none' })
  expect((await choose(app, bob)).body.clientSecret).toBe(clientSecret)
  await payWith(app, clientSecret)
  expect((await verify(app, bob)).body).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'monthly', payment: 'active' })
  expect(await listProviderSubscriptions(app, bob)).toHaveLength(1)
})

test('with a bank’s authentication, the plan starts after it succeeds', async () => {
  const cleo = await app.person('cleo')
  const { clientSecret } = (await choose(app, cleo)).body
  await payWith(app, clientSecret, '4000002500003155')
  expect((await verify(app, cleo)).body).toEqual({ ...trial, payment: 'none' })
  await answerBank(app, clientSecret, false)
  expect((await verify(app, cleo)).body).toEqual({ ...trial, payment: 'none' })
  await payWith(app, clientSecret, '4000002500003155')
  await answerBank(app, clientSecret, true)
  expect((await verify(app, cleo)).body).toMatchObject({ subscriptionStatus: 'active', payment: 'active' })
})

test('there is no second plan beside the first, whichever it is', async () => {
  const dora = await app.person('dora')
  await buyPlan(app, dora)
  // The user closed the window before returning: the refused request synchronizes.
  for (const plan of ['monthly', 'yearly'] as const) {
    const again = await choose(app, dora, plan)
    expect([again.status, again.body.message]).toEqual([409, 'You have a plan already. You can change it in Billing.'])
  }
  expect((await status(dora)).subscriptionStatus).toBe('active')
  expect(await listProviderSubscriptions(app, dora)).toHaveLength(1)
})

test('choosing another plan before paying replaces the first, whose form can’t be paid any more', async () => {
  const eve = await app.person('eve')
  const first = (await choose(app, eve, 'monthly')).body.clientSecret
  const second = (await choose(app, eve, 'yearly')).body.clientSecret
  expect(second).not.toBe(first)
  expect((await payWith(app, first)).status).toBeGreaterThanOrEqual(400)
  // Back to the first, and again to the second.
  const third = (await choose(app, eve, 'monthly')).body.clientSecret
  const last = (await choose(app, eve, 'yearly')).body.clientSecret
  expect(new Set([first, second, third, last]).size).toBe(4)
  await payWith(app, last)
  expect((await verify(app, eve)).body).toMatchObject({ subscriptionPlan: 'yearly', payment: 'active' })
  expect((await listProviderSubscriptions(app, eve)).map((one) => one.status).sort()).toEqual([
    'active',
    'incomplete_expired',
    'incomplete_expired',
    'incomplete_expired',
  ])
})

test('twenty concurrent calls open one subscription of one customer', async () => {
  const finn = await app.person('finn')
  const replies = await Promise.all(Array.from({ length: 20 }, () => choose(app, finn)))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  expect(new Set(replies.map((reply) => reply.body.clientSecret)).size).toBe(1)
  expect(await listProviderSubscriptions(app, finn)).toHaveLength(1)
  const { customer } = await readProviderState(app)
  expect(customer.filter(({ email }) => email === finn.email)).toHaveLength(1)
})

test('two windows with two plans leave one form that can be paid', async () => {
  for (let round = 0; round < 8; round++) {
    const gus = await app.person(`gus${round}`)
    const replies = await Promise.all([choose(app, gus, 'monthly'), choose(app, gus, 'yearly'), choose(app, gus, 'monthly')])
    for (const reply of replies) expect([200, 409]).toContain(reply.status)
    const waiting = (await listProviderSubscriptions(app, gus)).filter((one) => one.status === 'incomplete')
    expect(waiting.length).toBeLessThanOrEqual(1)
    // The next choice succeeds in any case.
    await buyPlan(app, gus, { plan: 'yearly' })
    expect((await verify(app, gus)).body).toMatchObject({ subscriptionPlan: 'yearly', payment: 'active' })
    expect((await listProviderSubscriptions(app, gus)).filter((one) => one.status === 'active')).toHaveLength(1)
  }
})

test('an unknown plan is refused without a call of the provider', async () => {
  const hal = await app.person('hal')
  for (const body of [{ plan: 'weekly' }, { plan: '' }, { plan: null }, {}, { plan: 'monthly', price: 1 }]) {
    const reply = await app.send(hal, 'POST', '/api/get-or-create-subscription', body)
    expect(reply.status).toBe(400)
  }
  expect((await app.send(hal, 'POST', '/api/get-or-create-subscription', { plan: 'weekly' })).body.message).toContain(
    'Plan must be one of monthly, yearly',
  )
  expect((await readUserRow(app, hal)).stripe_customer_id).toBeNull()
})

test('a return without a form changes nothing, whatever the URL contains', async () => {
  const [ida, jan] = [await app.person('ida'), await app.person('jan')]
  const secret = await buyPlan(app, ida)
  const reply = await app.send(jan, 'POST', '/api/verify-subscription?payment_intent_client_secret=x&redirect_status=succeeded', {})
  expect(reply.status).toBe(400)
  expect((await app.send(jan, 'POST', '/api/verify-subscription', { clientSecret: secret })).status).toBe(400)
  expect(await readUserRow(app, jan)).toMatchObject({ subscription_status: 'trial', stripe_customer_id: null })
})

test('the provider’s customer has the user’s name and email, also after a change', async () => {
  const kit = await app.person('kit')
  await choose(app, kit)
  const of = async () => (await readProviderState(app)).customer.find(({ metadata }) => metadata.billfold_user === String(kit.userId))
  expect(await of()).toMatchObject({ email: 'kit@example.com', name: 'kit Tester' })
  await app.sql("update users set email = 'kitty@example.com', first_name = 'Kitty' where id = $1", [kit.userId])
  await choose(app, kit)
  expect(await of()).toMatchObject({ email: 'kitty@example.com', name: 'Kitty Tester' })
})

test('a visitor is asked to sign in', async () => {
  expect((await choose(app, null)).status).toBe(401)
  expect((await verify(app, null)).status).toBe(401)
  expect((await app.send(null, 'POST', '/api/create-customer-portal', {})).status).toBe(401)
  expect((await app.send(null, 'GET', '/api/billing')).status).toBe(401)
})
