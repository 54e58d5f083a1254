import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { BillingAccount } from '#server/domain/subscription/billing-provider.ts'
import { cents } from '#shared/money.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { type CheckedStripe, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'
import { cardFields, requestAsBrowser } from '#simulators/stripe/testing/subscriber.ts'
import { createStripeBilling } from './provider.ts'

let server: CheckedStripe
beforeAll(async () => {
  server = await startCheckedStripe({ liveAccounts: true })
})
beforeEach(() => server.control('POST /_sim/reset'))
afterEach(() => expect(server.violations).toEqual([]))
afterAll(() => server.close())

const account = (more: Partial<BillingAccount> = {}): BillingAccount => ({
  ...{ ...deriveStripeKeys('platform'), apiOrigin: () => server.simulator().origin, sandbox: false, script: null },
  ...more,
})
const billing = (more?: Partial<BillingAccount>) => createStripeBilling(account(more))
const ada = { id: 7, email: 'ada@example.com', name: 'Ada Lovelace' }
const pay = (clientSecret: string, card?: string) =>
  requestAsBrowser(server, { clientSecret, key: deriveStripeKeys('platform').publishableKey }, '/confirm', cardFields(card))

test('an account has its id and mode, and the simulator its name', async () => {
  const { id } = await server.client('platform').accounts.retrieveCurrent()
  expect(await billing().accountId()).toBe(`${id}:test`)
  expect(await billing({ secretKey: deriveStripeKeys('platform', 'live').secretKey }).accountId()).toBe(id)
  expect(await billing({ sandbox: true, apiOrigin: () => 'http://127.0.0.1:9' }).accountId()).toBe('sandbox')
})

test('the account is fetched once, but a failure isn’t cached', async () => {
  const provider = billing()
  await server.control('POST /_sim/faults', { route: 'GET /v1/account', kind: 'status', status: 503, count: 3 })
  await expect(provider.accountId()).rejects.toThrow(ProviderError)
  const id = await provider.accountId()
  await server.control('POST /_sim/faults', { route: 'GET /v1/account', kind: 'status', status: 503, count: 3 })
  expect(await provider.accountId()).toBe(id)
})

test('a key of the simulator is not sent to Stripe', async () => {
  await expect(billing({ apiOrigin: () => null }).accountId()).rejects.toMatchObject({ isKeyRefused: true })
})

test('without a price of the configured amount, one is created once, and found from then on', async () => {
  const stripe = server.client('platform')
  const provider = billing()
  const customer = await provider.createCustomer(ada, 'a')
  const opened = await Promise.all(['b', 'c', 'd'].map((key) => provider.openSubscription(customer, 'monthly', cents(1250), key)))
  await provider.openSubscription(customer, 'yearly', cents(12_500), 'e')
  const { data } = await stripe.prices.list({ lookup_keys: ['billfold_monthly', 'billfold_yearly'] })
  expect(data.map((price) => [price.lookup_key, price.unit_amount, price.recurring?.interval]).sort()).toEqual([
    ['billfold_monthly', 1250, 'month'],
    ['billfold_yearly', 12_500, 'year'],
  ])
  // Every account of the simulator has two prices of its own, without lookup keys.
  expect((await stripe.prices.list({ limit: 100 })).data).toHaveLength(4)
  await pay(opened[0]!.clientSecret)
  expect((await stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([1250])
})

test('a subscription with an earlier price keeps its plan and price', async () => {
  const provider = billing()
  const customer = await provider.createCustomer(ada, 'a')
  await pay((await provider.openSubscription(customer, 'monthly', cents(1250), 'b')).clientSecret)
  const stripe = server.client('platform')
  const [old] = (await stripe.prices.list({ lookup_keys: ['billfold_monthly'] })).data
  await provider.openSubscription(customer, 'monthly', cents(1500), 'c')
  // Also when the old price is set at Stripe.
  await stripe.subscriptions.create({ customer, items: [{ price: old!.id }], payment_behavior: 'default_incomplete' })
  const listed = await provider.listSubscriptions(customer)
  expect(listed.map(({ status, plan, price }) => [status, plan, price]).sort()).toEqual([
    ['active', 'monthly', cents(1250)],
    ['incomplete', 'monthly', cents(1250)],
    ['incomplete', 'monthly', cents(1500)],
  ])
})

test('one key opens one subscription, and is spent for other parameters', async () => {
  const provider = billing()
  const customer = await provider.createCustomer(ada, 'a')
  expect(await provider.createCustomer(ada, 'a')).toBe(customer)
  await expect(provider.createCustomer({ ...ada, name: 'Eve' }, 'a')).rejects.toMatchObject({ isKeySpent: true })
  const first = await provider.openSubscription(customer, 'monthly', cents(999), 'b')
  expect(await provider.openSubscription(customer, 'monthly', cents(999), 'b')).toEqual(first)
  await expect(provider.openSubscription(customer, 'yearly', cents(9999), 'b')).rejects.toMatchObject({ isKeySpent: true })
  expect(await provider.getClientSecret(first.id)).toBe(first.clientSecret)
})

test('a user without a valid email address can subscribe', async () => {
  const provider = billing()
  for (const [index, email] of [null, 'ada@localhost', 'nonsense'].entries()) {
    const customer = await provider.createCustomer({ id: index, email, name: 'x'.repeat(400) }, `k${index}`)
    expect(await server.client('platform').customers.retrieve(customer)).toMatchObject({ email: null, name: 'x'.repeat(256) })
    expect(await provider.updateCustomer(customer, { email, name: null })).toBe(true)
  }
})

test('an unknown customer has no subscriptions, and canceling an unknown subscription succeeds', async () => {
  const provider = billing()
  expect(await provider.updateCustomer('cus_nobody', ada)).toBe(false)
  expect(await provider.listSubscriptions('cus_nobody')).toEqual([])
  expect(await provider.getClientSecret('sub_none')).toBeNull()
  await provider.cancelSubscription('sub_none')
  const customer = await provider.createCustomer(ada, 'a')
  const { id, clientSecret } = await provider.openSubscription(customer, 'monthly', cents(999), 'b')
  await provider.cancelSubscription(id)
  await provider.cancelSubscription(id)
  expect(await provider.getClientSecret(id)).toBeNull()
  expect((await pay(clientSecret)).status).toBe(400)
  expect((await provider.listSubscriptions(customer)).map(({ status, wasPaid }) => [status, wasPaid])).toEqual([
    ['incomplete_expired', false],
  ])
})

test('all pages of subscriptions are listed, newest first', async () => {
  const provider = billing()
  const customer = await provider.createCustomer(ada, 'a')
  for (let count = 0; count < 103; count++) await provider.openSubscription(customer, 'monthly', cents(999), `k${count}`)
  const listed = await provider.listSubscriptions(customer)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(103)
})

test('one webhook is registered for a URL, with its secret', async () => {
  const provider = billing()
  const url = `${server.url}/api/webhooks/billing/x`
  const first = await provider.registerWebhook(url)
  const second = await provider.registerWebhook(url)
  expect(first.secret).toMatch(/^whsec_/)
  const { data } = await server.client('platform').webhookEndpoints.list()
  expect(data.map((one) => [one.id, one.url, one.enabled_events.length])).toEqual([[second.webhookId, url, 5]])
  await provider.removeWebhook(second.webhookId)
  await provider.removeWebhook(second.webhookId)
  expect((await server.client('platform').webhookEndpoints.list()).data).toEqual([])
})
