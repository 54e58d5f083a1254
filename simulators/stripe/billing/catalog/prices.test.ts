import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CheckedStripe, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'
import { subscribeAndPay } from '#simulators/stripe/testing/subscriber.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
beforeEach(() => harness.control('POST /_sim/reset'))
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

type Changes = { [K in keyof Stripe.PriceCreateParams]?: Stripe.PriceCreateParams[K] | undefined }
/** The parameters of the product; undefined omits a field. */
const params = (more: Changes = {}): Stripe.PriceCreateParams => {
  const all = {
    ...{ currency: 'usd', unit_amount: 1250, recurring: { interval: 'month' }, nickname: 'Monthly Plan', metadata: { plan: 'monthly' } },
    ...{ product_data: { name: 'Billfold' }, lookup_key: 'billfold_monthly', transfer_lookup_key: true },
    ...more,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never
}

test('a new price takes over the lookup key, and subscriptions keep the old price', async () => {
  const stripe = harness.client('a')
  await stripe.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
  const [old] = (await stripe.prices.list({ lookup_keys: ['billfold_monthly'] })).data
  const price = await stripe.prices.create(params())
  expect(price).toMatchObject({ unit_amount: 1250, lookup_key: 'billfold_monthly', metadata: { plan: 'monthly' }, active: true })
  expect((await stripe.products.retrieve(String(price.product))).name).toBe('Billfold')
  expect((await stripe.prices.list({ lookup_keys: ['billfold_monthly'] })).data.map(({ id }) => id)).toEqual([price.id])
  expect(await stripe.prices.retrieve(old!.id)).toMatchObject({ lookup_key: null, active: true, unit_amount: 999 })
  expect(harness.events.map(({ type }) => type)).toEqual(['price.updated', 'product.created', 'price.created'])
  const again = await stripe.prices.create(params({ product_data: undefined, product: String(price.product), unit_amount: 1300 }))
  expect(again.product).toBe(price.product)
})

test.each<[string, Changes, string]>([
  ['a lookup key that another price has, without a transfer', { transfer_lookup_key: undefined }, 'already uses that lookup key'],
  ['both a product and data of a new one', { product: 'prod_1' }, 'only specify one of these parameters'],
  ['no product', { product_data: undefined }, 'Missing required param: product'],
  ['an unknown product', { product_data: undefined, product: 'prod_1' }, 'No such product'],
  ['less than nothing', { unit_amount: -1 }, 'greater than or equal to 0'],
])('%s is refused, and nothing is created', async (_what, more, message) => {
  const stripe = harness.client('a')
  await expect(stripe.prices.create(params(more))).rejects.toThrow(message)
  expect((await stripe.prices.list()).data.map(({ lookup_key }) => lookup_key).sort()).toEqual(['billfold_monthly', 'billfold_yearly'])
})

test('the portal offers the plan at its new price, never at the replaced one', async () => {
  const { stripe, customer } = await subscribeAndPay(harness, 'a', undefined, 'billfold_yearly')
  await stripe.prices.create(params())
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  const page = await fetch(url, { method: 'POST', headers: { origin: harness.url }, body: new URLSearchParams({ action: 'ask-change' }) })
  const text = await page.text()
  expect(text).toContain('$12.50')
  expect(text).not.toContain('$9.99')
})
