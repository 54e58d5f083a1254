import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { type CheckedStripe, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'
import { cardFields, requestAsBrowser, subscribe } from '#simulators/stripe/testing/subscriber.ts'

let shop: CheckedStripe
beforeAll(async () => {
  shop = await startCheckedStripe()
})
afterEach(() => expect(shop.violations).toEqual([]))
afterAll(() => shop.close())

test('a payment shows itself to its own secret and key, and to no other', async () => {
  const subscriber = await subscribe(shop, 'a')
  await subscribe(shop, 'b')
  const shown = await requestAsBrowser(shop, subscriber, '')
  expect(shown).toMatchObject({ status: 200, body: { amount: 999, status: 'requires_payment_method' } })
  expect(shown.body).not.toHaveProperty('metadata')
  const wrongSecret = { ...subscriber, clientSecret: `${subscriber.clientSecret}x` }
  for (const action of ['', '/confirm'] as const) {
    expect(await requestAsBrowser(shop, wrongSecret, action, action === '' ? {} : cardFields())).toMatchObject({ status: 401 })
    const nobody = { ...subscriber, key: 'pk_test_sim_nobody' }
    expect(await requestAsBrowser(shop, nobody, action)).toMatchObject({ status: 401 })
  }
  const other = { ...subscriber, key: deriveStripeKeys('b').publishableKey }
  expect(await requestAsBrowser(shop, other, '/confirm', cardFields())).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing' } },
  })
  expect((await requestAsBrowser(shop, subscriber, '')).body.status).toBe('requires_payment_method')
})

test('a refused card says why, and another one pays', async () => {
  const subscriber = await subscribe(shop, 'a')
  expect(await requestAsBrowser(shop, subscriber, '/confirm', cardFields('4000000000009995'))).toMatchObject({
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
  expect(await requestAsBrowser(shop, subscriber, '/confirm', cardFields('4242424242424243'))).toMatchObject({
    body: { error: { code: 'incorrect_number' } },
  })
  const past = { 'payment_method_data[card][exp_year]': '20' }
  expect(await requestAsBrowser(shop, subscriber, '/confirm', cardFields(undefined, past))).toMatchObject({
    body: { error: { code: 'invalid_expiry_year' } },
  })
  const { stripe, subscription } = subscriber
  const tried = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(tried).toMatchObject({ status: 'incomplete', default_payment_method: null, latest_invoice: { attempt_count: 1, status: 'open' } })
  expect((await requestAsBrowser(shop, subscriber, '/confirm', cardFields())).status).toBe(200)
  const again = await requestAsBrowser(shop, subscriber, '/confirm', cardFields())
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } })
  expect((await stripe.charges.list()).data.filter(({ paid }) => paid)).toHaveLength(1)
})

test("the bank's question is answered with yes, with no, or not at all", async () => {
  const subscriber = await subscribe(shop, 'c')
  const { stripe, subscription } = subscriber
  const status = async () => (await stripe.subscriptions.retrieve(subscription.id)).status
  const ask = () => requestAsBrowser(shop, subscriber, '/confirm', cardFields('4000002760003184'))
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } })
  expect(await status()).toBe('incomplete')
  expect(await requestAsBrowser(shop, subscriber, '/challenge', { answer: 'fail' })).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_authentication_failure' } },
  })
  expect((await requestAsBrowser(shop, subscriber, '/challenge', { answer: 'complete' })).status).toBe(400)
  await ask()
  await ask()
  expect(await requestAsBrowser(shop, subscriber, '/challenge', { answer: 'complete' })).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  })
  expect(await status()).toBe('active')
  const kept = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] })
  expect(kept.default_payment_method).toMatchObject({ card: { last4: '3184' }, customer: subscriber.customer.id })
})

test('another website can neither pay nor ask', async () => {
  const { clientSecret, key } = await subscribe(shop, 'd')
  const url = `${shop.url}/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`
  const body = new URLSearchParams({ key, client_secret: clientSecret, ...cardFields() })
  expect((await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body })).status).toBe(403)
})

test('the number and the code of a card are kept nowhere', async () => {
  const subscriber = await subscribe(shop, 'e')
  await requestAsBrowser(shop, subscriber, '/confirm', cardFields('4000002500003155', { 'payment_method_data[card][cvc]': '9571' }))
  await requestAsBrowser(shop, subscriber, '/challenge', { answer: 'complete' })
  const everything = JSON.stringify([await shop.control('GET /_sim/dump'), shop.logged])
  expect(everything).not.toContain('4000002500003155')
  expect(everything).not.toContain('9571')
})
