import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CheckedStripe, startCheckedStripe, submitCard } from '#simulators/stripe/testing/checked-simulator.ts'
import { day, subscribe, subscribeAndPay } from '#simulators/stripe/testing/subscriber.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe({ liveAccounts: true })
})
beforeEach(() => harness.control('POST /_sim/reset'))
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const open = async (stripe: Stripe, customer: string) =>
  (await stripe.billingPortal.sessions.create({ customer, return_url: `${harness.url}/billing` })).url
const textOf = async (url: string) => (await (await fetch(url)).text()).replaceAll('&#39;', "'")
const act = async (url: string, fields: Record<string, string>) => {
  const answer = await submitCard(url, fields)
  const next = answer.headers.get('location')
  return next === null ? (await answer.text()).replaceAll('&#39;', "'") : textOf(new URL(next, harness.url).href)
}

test.each(['test', 'live'] as const)(
  'without a configuration no portal session is created in %s mode, and the error explains it',
  async (mode) => {
    const stripe = harness.client('a', { mode })
    const { id } = await stripe.customers.create({})
    await harness.control('POST /_sim/portal', { configured: false })
    await expect(open(stripe, id)).rejects.toMatchObject({
      statusCode: 400,
      message: `No configuration provided and your ${mode} mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in ${mode} mode at https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}settings/billing/portal.`,
    })
    await harness.control('POST /_sim/portal', { configured: true })
    expect(await open(stripe, id)).toContain(`${harness.url}/sandbox/stripe/portal/`)
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({ code: 'resource_missing' })
  },
)

test('the page shows plan, card and invoices, and a link back', async () => {
  const { stripe, customer } = await subscribeAndPay(harness, 'a')
  const page = await textOf(await open(stripe, customer.id))
  for (const text of [
    'Monthly Plan',
    '$9.99',
    'per month',
    'Renews on',
    'Visa ending in 4242',
    'no real money moves',
    'Change to Yearly Plan',
  ])
    expect(page).toContain(text)
  expect(page).toContain(`href="${harness.url}/billing"`)
  const customerWithoutPlan = await subscribe(harness, 'b')
  expect(await textOf(await open(customerWithoutPlan.stripe, customerWithoutPlan.customer.id))).toContain('You have no plan.')
})

test("a cancellation is confirmed first, sets the time without the flag as Stripe's portal does, and can be undone", async () => {
  const { stripe, customer, subscription } = await subscribeAndPay(harness, 'a')
  const url = await open(stripe, customer.id)
  expect(await act(url, { action: 'ask-cancel' })).toContain('Cancel your plan?')
  expect(await act(url, { action: 'cancel' })).toContain('Your plan is canceled.')
  const ending = await stripe.subscriptions.retrieve(subscription.id)
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: ending.items.data[0]?.current_period_end })
  expect(await act(url, { action: 'resume' })).toContain('Your plan continues.')
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null, canceled_at: null })
})

test('a plan is changed after a page that shows the cost', async () => {
  const { stripe, customer, subscription } = await subscribeAndPay(harness, 'a')
  const url = await open(stripe, customer.id)
  const question = await act(url, { action: 'ask-change' })
  expect(question).toContain('You pay $90.00 today')
  const price = /name="price" value="(\w+)"/.exec(question)?.[1] ?? ''
  expect(await act(url, { action: 'change', price })).toContain('Yearly Plan')
  const changed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(changed).toMatchObject({ items: { data: [{ price: { lookup_key: 'billfold_yearly' } }] }, latest_invoice: { amount_paid: 9000 } })
})

test('a failed payment is shown, and another card pays it', async () => {
  const { stripe, customer, subscription } = await subscribeAndPay(harness, 'a', '4000000000000341')
  await harness.control('POST /_sim/clock', { advanceSeconds: 32 * day })
  const url = await open(stripe, customer.id)
  expect(await textOf(url)).toContain('Your last payment of $9.99 failed.')
  const card = { action: 'card', expiry: '04 / 41', cvc: '123' }
  expect(await act(url, { ...card, number: '4000000000000002' })).toContain('Your card was declined.')
  expect(await act(url, { ...card, number: '4242 4242 4242 4241' })).toContain('Your card number is incorrect.')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  expect(await act(url, { ...card, number: '4242 4242 4242 4242' })).toContain('Visa ending in 4242')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a link is valid for an hour, and other websites cannot use it', async () => {
  const { stripe, customer, subscription } = await subscribeAndPay(harness, 'a')
  const url = await open(stripe, customer.id)
  expect((await submitCard(url, { action: 'cancel' }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await fetch(`${harness.url}/sandbox/stripe/portal/bps_none`)).status).toBe(404)
  await harness.control('POST /_sim/clock', { advanceSeconds: 3600 })
  expect(await act(url, { action: 'cancel' })).toContain('This link has expired')
  expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull()
})
