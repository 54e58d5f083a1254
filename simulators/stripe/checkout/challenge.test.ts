import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type CheckedStripe,
  sessionParams,
  startCheckedStripe,
  submitCard,
  validCard,
} from '#simulators/stripe/testing/checked-simulator.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const challengeCard = { ...validCard, number: '4000 0027 6000 3184' }
const paid = { expand: ['payment_intent.latest_charge'] }
const challenged = async (number = challengeCard.number) => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  const page = await (await submitCard(session.url, { ...challengeCard, number })).text()
  return { stripe, session, page, url: session.url ?? '' }
}
const intentOf = async (stripe: Stripe, id: string) => {
  const session = await stripe.checkout.sessions.retrieve(id, paid)
  return { session, intent: session.payment_intent as Stripe.PaymentIntent }
}

test.each(['4000 0027 6000 3184', '4000 0025 0000 3155'])('the bank of card %s asks first, and a confirmation pays', async (number) => {
  const { stripe, session, page, url } = await challenged(number)
  for (const text of ['Confirm this payment', '$123.45', number.slice(-4)]) expect(page).toContain(text)
  const waiting = await intentOf(stripe, session.id)
  expect(waiting.session).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  expect(waiting.intent).toMatchObject({ status: 'requires_action', latest_charge: null, next_action: { type: 'redirect_to_url' } })
  expect(waiting.intent.next_action?.redirect_to_url?.url).toBe(url)

  const answer = await submitCard(url, { challenge: 'complete' })
  expect(answer.headers.get('location')).toBe(`${harness.url}/payment-success?invoice=abc&session_id=${session.id}`)
  const after = await intentOf(stripe, session.id)
  expect(after.session).toMatchObject({ status: 'complete', payment_status: 'paid', customer_details: { name: 'Ada Lovelace' } })
  expect(after.intent).toMatchObject({ status: 'succeeded', next_action: null, amount_received: 12_345 })
  const { payment_method_details, amount } = after.intent.latest_charge as Stripe.Charge
  expect(amount).toBe(12_345)
  expect(payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
})

test('a failed confirmation charges nothing and shows so, and another card can pay', async () => {
  const { stripe, session, url } = await challenged()
  const page = await (await submitCard(url, { challenge: 'fail' })).text()
  expect(page).toContain('We are unable to authenticate your payment method.')
  expect(page).toContain('Card number')
  const { intent } = await intentOf(stripe, session.id)
  expect(intent).toMatchObject({ status: 'requires_payment_method', latest_charge: null, next_action: null })
  expect(intent.last_payment_error).toMatchObject({ code: 'payment_intent_authentication_failure', type: 'invalid_request_error' })
  expect((await submitCard(url, validCard)).status).toBe(303)
  expect((await intentOf(stripe, session.id)).session.payment_status).toBe('paid')
})

test('after leaving the page, the challenge is still open; it can be answered once', async () => {
  const { stripe, session, url } = await challenged()
  const answer = await submitCard(url, { challenge: 'abandon' })
  expect(answer.headers.get('location')).toBe(`${harness.url}/pay-invoice/abc`)
  expect((await intentOf(stripe, session.id)).intent.status).toBe('requires_action')
  expect(await (await fetch(url)).text()).toContain('Confirm this payment')
  await Promise.all([submitCard(url, { challenge: 'complete' }), submitCard(url, { challenge: 'complete' })])
  expect(
    (await stripe.charges.list({ payment_intent: String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent) })).data,
  ).toHaveLength(1)
})

test('an unanswered question expires with its session: nothing is charged, and a late confirmation has no effect', async () => {
  const { stripe, session, url } = await challenged()
  await harness.control('POST /_sim/clock', { advanceSeconds: 25 * 3600 })
  const { session: over, intent } = await intentOf(stripe, session.id)
  expect(over).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  expect(intent).toMatchObject({ status: 'canceled', latest_charge: null, next_action: null })
  expect(await (await submitCard(url, { challenge: 'complete' })).text()).toContain('This checkout has expired')
  expect((await intentOf(stripe, session.id)).intent.status).toBe('canceled')
  expect(
    JSON.stringify(Object.values(Object((await harness.control('GET /_sim/dump')).accounts)).map((account) => Object(account).challenges)),
  ).not.toContain(intent.id)
  await harness.control('POST /_sim/clock', { advanceSeconds: -25 * 3600 })
})

test('an answer without a question pays nothing', async () => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  expect(await (await submitCard(session.url, { challenge: 'complete' })).text()).toContain('Card number')
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull()
})
