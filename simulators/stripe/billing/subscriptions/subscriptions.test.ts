import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CheckedStripe, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'
import { cardFields, day, requestAsBrowser, subscribe, subscribeAndPay, withSecret } from '#simulators/stripe/testing/subscriber.ts'

let harness: CheckedStripe
beforeAll(async () => {
  // The end of a month, where periods of a fixed number of days would be wrong.
  harness = await startCheckedStripe({ now: () => new Date('2027-01-31T12:00:00Z') })
})
let moved = 0
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  await harness.control('POST /_sim/clock', { advanceSeconds: -moved })
  moved = 0
  harness.events.length = 0
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const advance = (seconds: number) => {
  moved += seconds
  return harness.control('POST /_sim/clock', { advanceSeconds: seconds })
}
const listen = (stripe: Stripe) => stripe.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
const listEventTypes = () => harness.events.map(({ type }) => type).filter((type) => /^(invoice|customer\.subscription)\./.test(type))
const endOf = (subscription: Stripe.Subscription) =>
  new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10)
const yearly = async (stripe: Stripe) => (await stripe.prices.list({ lookup_keys: ['billfold_yearly'] })).data[0]?.id ?? ''

test('customers and prices are listed and retrieved as with Stripe', async () => {
  const stripe = harness.client('a')
  const { data } = await stripe.prices.list({ active: true })
  expect(data.map((price) => [price.lookup_key, price.unit_amount, price.recurring?.interval]).sort()).toEqual([
    ['billfold_monthly', 999, 'month'],
    ['billfold_yearly', 9999, 'year'],
  ])
  const [price] = data
  expect((await stripe.prices.retrieve(price?.id ?? '', { expand: [] })).id).toBe(price?.id)
  const product = String(price?.product)
  expect((await stripe.products.retrieve(product)).active).toBe(true)
  expect((await stripe.prices.list({ product, active: false })).data).toEqual([])
  const ada = await stripe.customers.create({ email: 'ada@example.com' })
  expect(await stripe.customers.update(ada.id, { name: 'Ada', metadata: { user: 'u1' } })).toMatchObject({
    name: 'Ada',
    email: 'ada@example.com',
  })
  expect((await stripe.customers.list({ email: 'ada@example.com' })).data.map(({ id }) => id)).toEqual([ada.id])
  expect(await stripe.customers.retrieve(ada.id)).toMatchObject({ metadata: { user: 'u1' }, name: 'Ada' })
  await expect(harness.client('b').customers.retrieve(ada.id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
  await expect(harness.client('b').prices.retrieve(price?.id ?? '')).rejects.toMatchObject({ statusCode: 404 })
})

test('parameters that newer API versions removed are refused', async () => {
  const { stripe, customer, subscription } = await subscribe(harness, 'a')
  const again = { customer: customer.id, items: [{ price: await yearly(stripe) }], payment_behavior: 'default_incomplete' as const }
  const refused = { statusCode: 400, type: 'StripeInvalidRequestError' }
  await expect(stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payment_intent'] })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('cannot be expanded'),
  })
  await expect(stripe.subscriptions.create(Object.assign({ coupon: 'HALF' }, again))).rejects.toMatchObject({
    ...refused,
    code: 'parameter_unknown',
    param: 'coupon',
  })
  expect((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice).toEqual(expect.stringMatching(/^in_/))
})

test('a subscription is incomplete until its first invoice is paid in the browser; then the card is saved', async () => {
  await listen(harness.client('a'))
  const { stripe, customer, subscription, clientSecret, key } = await subscribe(harness, 'a')
  expect(subscription.status).toBe('incomplete')
  expect(listEventTypes()).toEqual(['invoice.created', 'invoice.finalized', 'customer.subscription.created'])
  const paid = await requestAsBrowser(harness, { clientSecret, key }, '/confirm', cardFields())
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(listEventTypes().slice(3)).toEqual(['invoice.paid', 'invoice.payment_succeeded', 'customer.subscription.updated'])
  const [found] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all', expand: ['data.default_payment_method'] })).data
  expect(found).toMatchObject({ id: subscription.id, status: 'active', default_payment_method: { card: { last4: '4242' } } })
  expect(endOf(found!)).toBe('2027-02-28')
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 999,
    billing_reason: 'subscription_create',
    customer_email: 'ada@example.com',
  })
})

test('it expires after 23 hours without a payment, and can no longer be paid', async () => {
  await listen(harness.client('a'))
  const subscriber = await subscribe(harness, 'a')
  await advance(23 * 3600 - 1)
  expect((await subscriber.stripe.subscriptions.retrieve(subscriber.subscription.id)).status).toBe('incomplete')
  await advance(1)
  expect(listEventTypes().slice(3)).toEqual(['invoice.voided', 'customer.subscription.updated'])
  expect((await subscriber.stripe.subscriptions.retrieve(subscriber.subscription.id)).status).toBe('incomplete_expired')
  expect((await requestAsBrowser(harness, subscriber, '/confirm', cardFields())).status).toBe(400)
  expect((await subscriber.stripe.charges.list()).data).toEqual([])
})

test('it renews by the clock, with each period counted from its first day', async () => {
  const { stripe, subscription } = await subscribeAndPay(harness, 'a')
  await advance(28 * day)
  expect(endOf(await stripe.subscriptions.retrieve(subscription.id))).toBe('2027-03-31')
  await advance(90 * day)
  expect(endOf(await stripe.subscriptions.retrieve(subscription.id))).toBe('2027-05-31')
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'paid' })
  expect(data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
    '2027-04-30',
    '2027-03-31',
    '2027-02-28',
    '2027-01-31',
  ])
})

test('a card that is declined at renewal makes it past due; after three retries it ends', async () => {
  const { stripe, subscription } = await subscribeAndPay(harness, 'a', '4000000000000341')
  await listen(stripe)
  await advance(28 * day)
  const late = await stripe.subscriptions.retrieve(subscription.id, { expand: withSecret })
  expect(late).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1, amount_remaining: 999 } })
  expect((late.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret).toMatch(/^pi_/)
  await advance(15 * day)
  expect(listEventTypes().filter((type) => /payment_failed|deleted|paid/.test(type))).toEqual([
    ...Array(4).fill('invoice.payment_failed'),
    'customer.subscription.deleted',
  ])
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

test('paying the open invoice of a past-due subscription makes it active again', async () => {
  const { stripe, subscription, key } = await subscribeAndPay(harness, 'a', '4000000000000341')
  await advance(28 * day)
  const late = await stripe.subscriptions.retrieve(subscription.id, { expand: withSecret })
  const clientSecret = (late.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''
  expect((await requestAsBrowser(harness, { clientSecret, key }, '/confirm', cardFields())).status).toBe(200)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('it can be canceled at the period end, resumed, or canceled immediately', async () => {
  const { stripe, subscription, customer } = await subscribeAndPay(harness, 'a')
  await listen(stripe)
  const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: ending.items.data[0]?.current_period_end })
  const going = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await advance(28 * day)
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
  expect(listEventTypes().at(-1)).toBe('customer.subscription.deleted')
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'canceled' })).data).toHaveLength(1)
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })

  const other = await subscribeAndPay(harness, 'b')
  expect(await other.stripe.subscriptions.cancel(other.subscription.id)).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
})

test('a longer plan starts at once with the unused time subtracted; for a shorter one the rest becomes credit', async () => {
  const { stripe, subscription, customer } = await subscribeAndPay(harness, 'a')
  await advance(14 * day)
  const [item] = subscription.items.data
  const [month, year] = [item?.price.id ?? '', await yearly(stripe)]
  const upgraded = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item?.id ?? '', price: year }],
    expand: ['latest_invoice'],
  })
  expect(upgraded.latest_invoice).toMatchObject({ amount_paid: 9999 - 500, status: 'paid', billing_reason: 'subscription_update' })
  expect(endOf(upgraded)).toBe('2028-02-14')
  const back = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item?.id ?? '', price: month }],
    expand: ['latest_invoice'],
  })
  expect(back.latest_invoice).toMatchObject({ amount_due: 0, status: 'paid', total: 999 - 9999, ending_balance: -9000 })
  await advance(28 * day)
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -9000 + 999 })
  await expect(stripe.subscriptions.update(subscription.id, { items: [{ price: year }] })).rejects.toMatchObject({ param: 'items[0][id]' })
})
