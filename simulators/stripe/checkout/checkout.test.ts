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

const paid = { expand: ['payment_intent.latest_charge'] }
const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should have been refused'),
    (error: Stripe.errors.StripeError) => error,
  )

test('a key can be validated by reading its account and balance', async () => {
  const stripe = harness.client('a')
  const account = await stripe.accounts.retrieveCurrent()
  expect(account.id).toMatch(/^acct_/)
  expect(account.charges_enabled).toBe(true)
  expect((await harness.client('a').accounts.retrieveCurrent()).id).toBe(account.id)
  expect((await harness.client('b').accounts.retrieveCurrent()).id).not.toBe(account.id)
  expect((await stripe.balance.retrieve()).livemode).toBe(false)
})

test('a card pays: the session is complete and its charge has the exact amount', async () => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 12_345, currency: 'usd', payment_intent: null })
  const form = await fetch(session.url ?? '')
  expect(await form.text()).toContain('Pay $123.45')

  const answer = await submitCard(session.url, validCard)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`${harness.url}/payment-success?invoice=abc&session_id=${session.id}`)

  const after = await stripe.checkout.sessions.retrieve(session.id, paid)
  expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, client_reference_id: 'attempt-1' })
  const intent = after.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 12_345, currency: 'usd', metadata: { attempt: 'attempt-1' } })
  const charge = intent.latest_charge as Stripe.Charge
  expect(charge).toMatchObject({ status: 'succeeded', paid: true, amount: 12_345, amount_refunded: 0, disputed: false })
  expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2041 })
  expect((await stripe.charges.retrieve(charge.id)).payment_intent).toBe(intent.id)
  expect((await stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBe(charge.id)
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, 'security code is incorrect.'],
  ['4000000000000119', 'processing_error', undefined, 'An error occurred while processing your card.'],
  ['5555555555554444', 'card_declined', 'test_mode_live_card', 'takes only the test cards'],
])('card %s is declined as %s, and another card can pay the same session', async (number, code, declineCode, sentence) => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  const answer = await submitCard(session.url, { ...validCard, number })
  expect(answer.status).toBe(200)
  const page = (await answer.text()).replaceAll('&#39;', "'")
  expect(page).toContain(sentence)
  expect(page).toContain('Ada Lovelace')
  expect(page).toContain(number)
  const refused = await stripe.checkout.sessions.retrieve(session.id, paid)
  expect(refused).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  const intent = refused.payment_intent as Stripe.PaymentIntent
  expect(intent.status).toBe('requires_payment_method')
  expect(intent.amount_received).toBe(0)
  expect(intent.last_payment_error).toMatchObject({ code, ...(declineCode ? { decline_code: declineCode } : {}) })
  expect((intent.latest_charge as Stripe.Charge).status).toBe('failed')

  expect((await submitCard(session.url, validCard)).status).toBe(303)
  const after = await stripe.checkout.sessions.retrieve(session.id, paid)
  expect((after.payment_intent as Stripe.PaymentIntent).id).toBe(intent.id)
  expect(after.payment_status).toBe('paid')
})

test('a session is paid once: a second post charges nothing and shows so', async () => {
  const stripe = harness.client('once')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  const answers = await Promise.all([submitCard(session.url, validCard), submitCard(session.url, validCard)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(12_345)
  expect(await (await fetch(session.url ?? '')).text()).toContain('Already paid')
})

test('an expired session accepts no card; only an open one can be expired', async () => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
  const answer = await submitCard(session.url, validCard)
  expect(await answer.text()).toContain('This checkout has expired')
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
  expect((await problem(stripe.checkout.sessions.expire(session.id))).message).toContain('status of `expired`')

  const other = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(other.url, validCard)
  expect((await problem(stripe.checkout.sessions.expire(other.id))).message).toContain('status of `complete`')
})

test('a session expires by itself at its expiry time', async () => {
  const stripe = harness.client('a')
  const expiresAt = Math.floor(Date.now() / 1000) + 31 * 60
  const session = await stripe.checkout.sessions.create({ ...sessionParams(harness.url), expires_at: expiresAt })
  expect(session.expires_at).toBe(expiresAt)
  await harness.control('POST /_sim/clock', { advanceSeconds: 32 * 60 })
  expect((await submitCard(session.url, validCard)).status).toBe(200)
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  await harness.control('POST /_sim/clock', { advanceSeconds: -32 * 60 })
})

test("another account's objects do not exist", async () => {
  const session = await harness.client('a').checkout.sessions.create(sessionParams(harness.url))
  for (const call of [
    harness.client('b').checkout.sessions.retrieve(session.id),
    harness.client('b').checkout.sessions.expire(session.id),
    harness.client('b').checkout.sessions.retrieve('cs_test_never'),
  ]) {
    const error = await problem(call)
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
  }
})

test('other keys and revoked keys are refused; a rolled key opens the same account', async () => {
  const { secretKey } = { secretKey: 'sk_test_sim_rolling' }
  const first = harness.client('', { secretKey })
  const account = await first.accounts.retrieveCurrent()
  await harness.control('POST /_sim/keys/revoke', { key: secretKey })
  expect(await problem(first.accounts.retrieveCurrent())).toMatchObject({ type: 'StripeAuthenticationError', code: 'api_key_expired' })
  expect((await harness.client('', { secretKey: `${secretKey}_r2` }).accounts.retrieveCurrent()).id).toBe(account.id)
  // Concatenated, so that secret scanners do not report it.
  const live = ['sk', 'live', '51HxyzABCDEFabcdef'].join('_')
  const error = await problem(harness.client('', { secretKey: live }).accounts.retrieveCurrent())
  expect(error.type).toBe('StripeAuthenticationError')
  expect(error.message).not.toContain(live)
})

const changed = (change: (params: Record<string, unknown>) => void): Stripe.Checkout.SessionCreateParams => {
  const params = structuredClone(sessionParams(harness.url)) as unknown as Record<string, unknown>
  change(params)
  return params as unknown as Stripe.Checkout.SessionCreateParams
}
const line = (more: object) => [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'x' }, ...more } }]

test.each<[string, (params: Record<string, unknown>) => void, { code?: string; param?: string }]>([
  ['an unknown name', (p) => Object.assign(p, { colour: 'red' }), { code: 'parameter_unknown', param: 'colour' }],
  [
    'an unknown nested name',
    (p) => Object.assign(p, { line_items: line({ tax: 1 }) }),
    { code: 'parameter_unknown', param: 'line_items[0][price_data][tax]' },
  ],
  ['no success_url', (p) => delete p.success_url, { code: 'parameter_missing', param: 'success_url' }],
  ['no lines', (p) => delete p.line_items, { code: 'parameter_missing', param: 'line_items' }],
  [
    'a fraction of a cent',
    (p) => Object.assign(p, { line_items: line({ unit_amount: 10.5 }) }),
    { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
  ],
  [
    'an empty reference',
    (p) => Object.assign(p, { client_reference_id: '' }),
    { code: 'parameter_invalid_empty', param: 'client_reference_id' },
  ],
  ['a reference of 201 characters', (p) => Object.assign(p, { client_reference_id: 'x'.repeat(201) }), { param: 'client_reference_id' }],
  ['an invalid email address', (p) => Object.assign(p, { customer_email: 'nobody' }), { code: 'email_invalid', param: 'customer_email' }],
  ['a script for a link', (p) => Object.assign(p, { cancel_url: 'javascript:alert(1)' }), { code: 'url_invalid', param: 'cancel_url' }],
  ['less than 50 cents', (p) => Object.assign(p, { line_items: line({ unit_amount: 49 }) }), { code: 'amount_too_small' }],
  ['an expiry in 29 minutes', (p) => Object.assign(p, { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }), { param: 'expires_at' }],
  ['an expiry in 25 hours', (p) => Object.assign(p, { expires_at: Math.floor(Date.now() / 1000) + 25 * 3600 }), { param: 'expires_at' }],
  ['a metadata value of 501 characters', (p) => Object.assign(p, { metadata: { a: 'x'.repeat(501) } }), { param: 'metadata[a]' }],
  ['a mode that does not exist', (p) => Object.assign(p, { mode: 'gift' }), { param: 'mode' }],
])('%s is refused, and the error names the parameter', async (_name, change, expected) => {
  const error = await problem(harness.client('a').checkout.sessions.create(changed(change)))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...expected })
  expect(error.requestId).toMatch(/^req_/)
})

test('a property that cannot be expanded is refused', async () => {
  const stripe = harness.client('a')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  const error = await problem(stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent', 'status'] }))
  expect(error.message).toBe('This property cannot be expanded (status).')
})

test('refunds: a part, too much, the rest, and no more', async () => {
  const stripe = harness.client('refunds')
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(session.url, validCard)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
  const intent = String(payment_intent)
  expect(await stripe.refunds.create({ payment_intent: intent, amount: 2_345 })).toMatchObject({ status: 'succeeded', amount: 2_345 })
  expect((await problem(stripe.refunds.create({ payment_intent: intent, amount: 10_001 }))).message).toContain(
    'greater than unrefunded amount',
  )
  await stripe.refunds.create({ payment_intent: intent })
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({ amount_refunded: 12_345, refunded: true })
  expect((await problem(stripe.refunds.create({ payment_intent: intent }))).code).toBe('charge_already_refunded')
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(0)
})
