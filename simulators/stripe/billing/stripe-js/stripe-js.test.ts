import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { type CheckedStripe, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'
import { cardFields, requestAsBrowser, subscribe } from '#simulators/stripe/testing/subscriber.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

test('a payment can be read only with its own client secret and publishable key', async () => {
  const subscriber = await subscribe(harness, 'a')
  await subscribe(harness, 'b')
  const shown = await requestAsBrowser(harness, subscriber, '')
  expect(shown).toMatchObject({ status: 200, body: { amount: 999, status: 'requires_payment_method' } })
  expect(shown.body).not.toHaveProperty('metadata')
  const wrongSecret = { ...subscriber, clientSecret: `${subscriber.clientSecret}x` }
  for (const action of ['', '/confirm'] as const) {
    expect(await requestAsBrowser(harness, wrongSecret, action, action === '' ? {} : cardFields())).toMatchObject({ status: 401 })
    const unknownKey = { ...subscriber, key: 'pk_test_sim_unknown' }
    expect(await requestAsBrowser(harness, unknownKey, action)).toMatchObject({ status: 401 })
  }
  const other = { ...subscriber, key: deriveStripeKeys('b').publishableKey }
  expect(await requestAsBrowser(harness, other, '/confirm', cardFields())).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing' } },
  })
  expect((await requestAsBrowser(harness, subscriber, '')).body.status).toBe('requires_payment_method')
})

test('a declined card returns the reason, and another card can pay', async () => {
  const subscriber = await subscribe(harness, 'a')
  expect(await requestAsBrowser(harness, subscriber, '/confirm', cardFields('4000000000009995'))).toMatchObject({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      },
    },
  })
  expect(await requestAsBrowser(harness, subscriber, '/confirm', cardFields('4242424242424243'))).toMatchObject({
    body: { error: { code: 'incorrect_number' } },
  })
  const past = { 'payment_method_data[card][exp_year]': '20' }
  expect(await requestAsBrowser(harness, subscriber, '/confirm', cardFields(undefined, past))).toMatchObject({
    body: { error: { code: 'invalid_expiry_year' } },
  })
  const { stripe, subscription } = subscriber
  const tried = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(tried).toMatchObject({ status: 'incomplete', default_payment_method: null, latest_invoice: { attempt_count: 1, status: 'open' } })
  expect((await requestAsBrowser(harness, subscriber, '/confirm', cardFields())).status).toBe(200)
  const again = await requestAsBrowser(harness, subscriber, '/confirm', cardFields())
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } })
  expect((await stripe.charges.list()).data.filter(({ paid }) => paid)).toHaveLength(1)
})

test("the bank's question can be confirmed, rejected or left unanswered", async () => {
  const subscriber = await subscribe(harness, 'c')
  const { stripe, subscription } = subscriber
  const status = async () => (await stripe.subscriptions.retrieve(subscription.id)).status
  const ask = () => requestAsBrowser(harness, subscriber, '/confirm', cardFields('4000002760003184'))
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } })
  expect(await status()).toBe('incomplete')
  expect(await requestAsBrowser(harness, subscriber, '/challenge', { answer: 'fail' })).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_authentication_failure' } },
  })
  expect((await requestAsBrowser(harness, subscriber, '/challenge', { answer: 'complete' })).status).toBe(400)
  await ask()
  await ask()
  expect(await requestAsBrowser(harness, subscriber, '/challenge', { answer: 'complete' })).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  })
  expect(await status()).toBe('active')
  const retrieved = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] })
  expect(retrieved.default_payment_method).toMatchObject({ card: { last4: '3184' }, customer: subscriber.customer.id })
})

test('another website can neither pay nor read', async () => {
  const { clientSecret, key } = await subscribe(harness, 'd')
  const url = `${harness.url}/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`
  const body = new URLSearchParams({ key, client_secret: clientSecret, ...cardFields() })
  expect((await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body })).status).toBe(403)
})

test('the number and the security code of a card are never stored', async () => {
  const subscriber = await subscribe(harness, 'e')
  await requestAsBrowser(harness, subscriber, '/confirm', cardFields('4000002500003155', { 'payment_method_data[card][cvc]': '9571' }))
  await requestAsBrowser(harness, subscriber, '/challenge', { answer: 'complete' })
  const everything = JSON.stringify([await harness.control('GET /_sim/dump'), harness.logged])
  expect(everything).not.toContain('4000002500003155')
  // As a value of its own: times and ids have such digits within them.
  expect(everything).not.toMatch(/(?<!\w)9571(?!\w)/)
})
