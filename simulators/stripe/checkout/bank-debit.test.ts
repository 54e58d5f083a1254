import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckedStripe, sessionParams, startCheckedStripe, submitCard } from '#simulators/stripe/testing/checked-simulator.ts'

let shop: CheckedStripe
beforeAll(async () => {
  shop = await startCheckedStripe()
})
afterEach(() => expect(shop.violations).toEqual([]))
afterAll(() => shop.close())

const debit = async (bank: string, more: object = {}) => {
  const stripe = shop.client('a')
  await stripe.webhookEndpoints.create({ url: `${shop.url}/hook`, enabled_events: ['*'] })
  const session = await stripe.checkout.sessions.create({ ...sessionParams(shop.url), ...more })
  shop.events.length = 0
  const answer = await submitCard(session.url, { bank })
  return { stripe, session, answer }
}
const read = async (stripe: Stripe, id: string) => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { session, intent, charge: intent.latest_charge as Stripe.Charge }
}
const heard = () => [...new Set(shop.events.splice(0).map(({ type }) => type))]

test('a debit completes the session unpaid; nothing is paid until the bank says so', async () => {
  const { stripe, session, answer } = await debit('waits')
  expect(answer.status).toBe(303)
  const { session: after, intent, charge } = await read(stripe, session.id)
  expect(after).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null })
  expect(intent).toMatchObject({ status: 'processing', amount_received: 0 })
  expect(charge).toMatchObject({ status: 'pending', paid: false, payment_method_details: { type: 'us_bank_account' } })
  expect(heard()).toEqual(['payment_intent.created', 'charge.pending', 'payment_intent.processing', 'checkout.session.completed'])
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(0)
  expect(await (await fetch(session.url ?? '')).text()).toContain('The payment is on its way')
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ statusCode: 400 })

  await shop.control('POST /_sim/payments/settle', { session: session.id, outcome: 'succeeded' })
  const paid = await read(stripe, session.id)
  expect(paid.session.payment_status).toBe('paid')
  expect(paid.intent).toMatchObject({ status: 'succeeded', amount_received: 12_345 })
  expect(paid.charge).toMatchObject({ id: charge.id, status: 'succeeded', paid: true })
  expect(heard()).toEqual(['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.async_payment_succeeded'])
  await expect(shop.control('POST /_sim/payments/settle', { session: session.id, outcome: 'failed' })).rejects.toThrow('is succeeded')
})

test('a debit that the bank turns down leaves a complete, unpaid session', async () => {
  const { stripe, session } = await debit('waits')
  heard()
  const { intent } = await read(stripe, session.id)
  await shop.control('POST /_sim/payments/settle', { payment_intent: intent.id, outcome: 'failed' })
  const after = await read(stripe, session.id)
  expect(after.session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(after.intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'insufficient_funds' } })
  expect(after.charge).toMatchObject({ status: 'failed', paid: false, amount_captured: 0, failure_code: 'insufficient_funds' })
  expect(heard()).toEqual(['charge.failed', 'payment_intent.payment_failed', 'checkout.session.async_payment_failed'])
  expect(await (await fetch(session.url ?? '')).text()).toContain('The payment did not come')
  expect((await submitCard(session.url, { bank: 'waits' })).status).toBe(303)
  expect((await read(stripe, session.id)).charge.id).toBe(after.charge.id)
})

test.each([
  ['succeeded', 'paid', 'succeeded'],
  ['failed', 'unpaid', 'failed'],
  ['waits', 'unpaid', 'pending'],
])('by hand: a bank that is to answer "%s" has done so a minute later', async (bank, paymentStatus, chargeStatus) => {
  const { stripe, session } = await debit(bank)
  expect((await read(stripe, session.id)).charge.status).toBe('pending')
  await shop.control('POST /_sim/clock', { advanceSeconds: 61 })
  const after = await read(stripe, session.id)
  expect([after.session.payment_status, after.charge.status]).toEqual([paymentStatus, chargeStatus])
})

test('the form asks for an e-mail address where none is known', async () => {
  const { stripe, session, answer } = await debit('waits', { customer_email: undefined })
  expect(answer.status).toBe(200)
  const page = await answer.text()
  expect(page).toContain('<details class="bank" open>')
  expect(page.slice(page.indexOf('id="bank-email-error"'))).toContain('Enter the e-mail address')
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull()
  expect((await submitCard(session.url, { bank: 'waits', email: 'ada@example.com' })).status).toBe(303)
  expect((await stripe.checkout.sessions.retrieve(session.id)).customer_details?.email).toBe('ada@example.com')
})

test.each([{ allowed_payment_method_types: ['card'] }, { excluded_payment_method_types: ['us_bank_account'] }])(
  'with %o there is no debit',
  async (more) => {
    const { stripe, session, answer } = await debit('waits', more)
    expect(await answer.text()).not.toContain('Bank debit')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  },
)
