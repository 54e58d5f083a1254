import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { buyPlan, choose, listProviderSubscriptions, payWith, readUserRow, verify } from './testing/purchase.ts'

let app: TestApp
/** How far both clocks were moved. */
let ahead = 0
beforeAll(async () => {
  app = await createTestApp()
  await app.simulate('webhooks', { mode: 'drop' })
})
afterAll(() => app.close())

const daysPass = async (days: number) => {
  const seconds = Math.round(days * 86_400)
  await app.simulate('clock', { advanceSeconds: seconds })
  ahead += seconds * 1000
  app.setNow(new Date(Date.now() + ahead))
}
const billing = async (who: Person) => (await app.send(who, 'GET', '/api/billing')).body
const portal = (who: Person | null) => app.send(who, 'POST', '/api/create-customer-portal', {})
const act = async (url: string, fields: Record<string, string>) => {
  const done = await fetch(url, { method: 'POST', redirect: 'manual', headers: { origin: app.origin }, body: new URLSearchParams(fields) })
  if (done.status !== 303 && done.status !== 302) throw new Error(`the portal answered ${done.status}`)
}
const subscriber = async (name: string, options: Parameters<typeof buyPlan>[2] = {}) => {
  const who = await app.person(name)
  await buyPlan(app, who, options)
  await verify(app, who)
  return who
}

test('Billing shows the trial, and then when the next payment is due', async () => {
  const ada = await app.person('ada')
  const nothing = {
    ...{ subscriptionStatus: 'trial', subscriptionPlan: null, trialInvoicesUsed: 0, prices: { monthly: '9.99', yearly: '99.99' } },
    ...{ canSubscribe: true, sandbox: true, canManage: false, nextBillingAt: null, endsAt: null, pastDueSince: null, graceEndsAt: null },
    liveSubscriptions: 0,
  }
  expect(await billing(ada)).toEqual(nothing)
  await choose(app, ada)
  expect(await billing(ada)).toEqual(nothing)
  await buyPlan(app, ada)
  await verify(app, ada)
  const state = await billing(ada)
  expect(state).toEqual({
    ...nothing,
    ...{ subscriptionStatus: 'active', subscriptionPlan: 'monthly', canManage: true, liveSubscriptions: 1 },
    nextBillingAt: expect.any(String),
  })
  const days = (Date.parse(state.nextBillingAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(27.9)
  expect(days).toBeLessThan(31.1)
})

test('without a subscription there is no portal', async () => {
  const bob = await app.person('bob')
  const reply = await portal(bob)
  expect([reply.status, reply.body.message]).toEqual([409, "There is nothing to manage yet: you haven't subscribed to a plan."])
})

test('a portal that isn’t configured is reported with the provider’s message', async () => {
  const cleo = await subscriber('cleo')
  await app.simulate('portal', { configured: false })
  const reply = await portal(cleo)
  expect(reply.status).toBe(502)
  expect(reply.body.message).toMatch(/^No configuration provided and your test mode default configuration has not been created\./)
  await app.simulate('portal', { configured: true })
  expect((await portal(cleo)).status).toBe(200)
})

test('the portal opens for the user’s customer and leads back to Billing', async () => {
  const dora = await subscriber('dora')
  const { url } = (await portal(dora)).body
  expect(url).toContain(`${app.origin}/sandbox/stripe/portal/`)
  const page = await (await fetch(url)).text()
  expect(page).toContain(`${app.origin}/billing`)
  expect(page).toContain('Monthly Plan')
})

test('a change of plan in the portal changes the plan', async () => {
  const eve = await subscriber('eve')
  const { url } = (await portal(eve)).body
  const question = await (
    await fetch(url, { method: 'POST', headers: { origin: app.origin }, body: new URLSearchParams({ action: 'ask-change' }) })
  ).text()
  const price = /name="price" value="([^"]+)"/.exec(question)?.[1] ?? ''
  await act(url, { action: 'change', price })
  expect((await verify(app, eve)).body).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
  const state = await billing(eve)
  expect((Date.parse(state.nextBillingAt) - Date.now() - ahead) / 86_400_000).toBeGreaterThan(364)
  expect(state.liveSubscriptions).toBe(1)
})

test('a canceled plan stays until it ends, can be resumed before, and is gone afterwards', async () => {
  const finn = await subscriber('finn')
  const { nextBillingAt } = await billing(finn)
  const { url } = (await portal(finn)).body
  await act(url, { action: 'cancel' })
  expect((await verify(app, finn)).body).toMatchObject({ subscriptionStatus: 'active', payment: 'active' })
  expect(await billing(finn)).toMatchObject({ endsAt: nextBillingAt, nextBillingAt: null, canManage: true })
  await act(url, { action: 'resume' })
  await verify(app, finn)
  expect(await billing(finn)).toMatchObject({ endsAt: null, nextBillingAt })
  await act(url, { action: 'cancel' })
  await verify(app, finn)
  await daysPass(32)
  expect((await verify(app, finn)).body).toMatchObject({ subscriptionStatus: 'canceled', payment: 'none' })
  expect(await billing(finn)).toMatchObject({ endsAt: null, nextBillingAt: null, liveSubscriptions: 0, canManage: true })
  // And a new one for the same customer.
  const before = await readUserRow(app, finn)
  await buyPlan(app, finn, { plan: 'yearly' })
  expect((await verify(app, finn)).body).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
  const after = await readUserRow(app, finn)
  expect(after.stripe_customer_id).toBe(before.stripe_customer_id)
  expect(after.stripe_subscription_id).not.toBe(before.stripe_subscription_id)
})

test('a subscription that isn’t paid for a day expires, and the plan can be chosen again', async () => {
  const kit = await app.person('kit')
  const { clientSecret } = (await choose(app, kit)).body
  // Its first invoice is open for 23 hours; the provider remembers the idempotency key for longer.
  await daysPass(23.5 / 24)
  expect((await payWith(app, clientSecret)).status).toBe(400)
  await buyPlan(app, kit)
  expect((await verify(app, kit)).body).toMatchObject({ subscriptionStatus: 'active' })
})

test('an unpaid renewal leaves the plan for seven days, and no second one can be bought meanwhile', async () => {
  const gus = await subscriber('gus', { number: '4000000000000341' })
  const due = new Date((await billing(gus)).nextBillingAt)
  await daysPass((due.getTime() - Date.now() - ahead) / 86_400_000 + 1 / 24)
  expect((await verify(app, gus)).body).toMatchObject({ subscriptionStatus: 'active' })
  const state = await billing(gus)
  expect(state).toMatchObject({ pastDueSince: due.toISOString(), nextBillingAt: null, liveSubscriptions: 1 })
  expect(Date.parse(state.graceEndsAt) - due.getTime()).toBe(7 * 86_400_000)
  const again = await choose(app, gus)
  expect([again.status, again.body.message]).toEqual([409, 'You have a plan already, with an open bill. Pay the open bill in Billing.'])
  await daysPass(6.9)
  expect((await verify(app, gus)).body.subscriptionStatus).toBe('active')
  await daysPass(0.1)
  expect((await verify(app, gus)).body.subscriptionStatus).toBe('canceled')
  expect(await billing(gus)).toMatchObject({ pastDueSince: due.toISOString() })
})

/** Makes the stored customer one of another account. */
const bought = ({ userId }: Person, account: string) =>
  app.sql('update users set subscription_account = $2, subscription_attempt_id = null where id = $1', [userId, account])

test('a plan of another account doesn’t count, and can be bought again', async () => {
  const hal = await subscriber('hal')
  await bought(hal, 'acct_1another')
  expect((await portal(hal)).status).toBe(409)
  expect((await verify(app, hal)).body).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: null, payment: 'none' })
  expect(await billing(hal)).toMatchObject({ canManage: false, liveSubscriptions: 0 })
  const old = await readUserRow(app, hal)
  await buyPlan(app, hal, { plan: 'yearly' })
  expect((await verify(app, hal)).body).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
  const now = await readUserRow(app, hal)
  expect(now.subscription_account).toBe('sandbox')
  expect(now.stripe_customer_id).not.toBe(old.stripe_customer_id)
})

test('a user with a plan of another account who doesn’t pay stays in the trial', async () => {
  const ida = await subscriber('ida')
  await bought(ida, 'acct_1another')
  await choose(app, ida)
  expect((await verify(app, ida)).body).toMatchObject({ subscriptionStatus: 'trial', payment: 'none' })
})

test('a customer that the provider doesn’t know has no plan, and is created again with the next one', async () => {
  const jan = await subscriber('jan')
  await app.simulate('reset', {})
  expect((await verify(app, jan)).body).toMatchObject({ subscriptionStatus: 'canceled' })
  expect(await billing(jan)).toMatchObject({ canManage: false })
  const chosen = await choose(app, jan)
  await payWith(app, chosen.body.clientSecret)
  expect((await verify(app, jan)).body).toMatchObject({ subscriptionStatus: 'active' })
  expect((await listProviderSubscriptions(app, jan)).filter((one) => one.status === 'active')).toHaveLength(1)
})
