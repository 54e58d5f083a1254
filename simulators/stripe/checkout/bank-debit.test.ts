import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckedStripe, sessionParams, startCheckedStripe, submitCard } from '#simulators/stripe/testing/checked-simulator.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const debit = async (bank: string, more: object = {}) => {
  const stripe = harness.client('a')
  await stripe.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
  const session = await stripe.checkout.sessions.create({ ...sessionParams(harness.url), ...more })
  harness.events.length = 0
  const answer = await submitCard(session.url, { bank })
  return { stripe, session, answer }
}
const read = async (stripe: Stripe, id: string) => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { session, intent, charge: intent.latest_charge as Stripe.Charge }
}
const listEventTypes = () => [...new Set(harness.events.splice(0).map(({ type }) => type))]

test('a debit completes the session unpaid; it is paid once the bank confirms', async () => {
  const { stripe, session, answer } = await debit('waits')
  expect(answer.status).toBe(303)
  const { session: after, intent, charge } = await read(stripe, session.id)
  expect(after).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null })
  expect(intent).toMatchObject({ status: 'processing', amount_received: 0 })
  expect(charge).toMatchObject({ status: 'pending', paid: false, payment_method_details: { type: 'us_bank_account' } })
  expect(listEventTypes()).toEqual(['payment_intent.created', 'charge.pending', 'payment_intent.processing', 'checkout.session.completed'])
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(0)
  expect(await (await fetch(session.url ?? '')).text()).toContain('The payment is processing')
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ statusCode: 400 })

  await harness.control('POST /_sim/payments/settle', { session: session.id, outcome: 'succeeded' })
  const paid = await read(stripe, session.id)
  expect(paid.session.payment_status).toBe('paid')
  expect(paid.intent).toMatchObject({ status: 'succeeded', amount_received: 12_345 })
  expect(paid.charge).toMatchObject({ id: charge.id, status: 'succeeded', paid: true })
  expect(listEventTypes()).toEqual(['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.async_payment_succeeded'])
  await expect(harness.control('POST /_sim/payments/settle', { session: session.id, outcome: 'failed' })).rejects.toThrow('is succeeded')
})

test('a debit that the bank declines leaves a complete, unpaid session', async () => {
  const { stripe, session } = await debit('waits')
  listEventTypes()
  const { intent } = await read(stripe, session.id)
  await harness.control('POST /_sim/payments/settle', { payment_intent: intent.id, outcome: 'failed' })
  const after = await read(stripe, session.id)
  expect(after.session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(after.intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'insufficient_funds' } })
  expect(after.charge).toMatchObject({ status: 'failed', paid: false, amount_captured: 0, failure_code: 'insufficient_funds' })
  expect(listEventTypes()).toEqual(['charge.failed', 'payment_intent.payment_failed', 'checkout.session.async_payment_failed'])
  expect(await (await fetch(session.url ?? '')).text()).toContain('The payment failed')
  expect((await submitCard(session.url, { bank: 'waits' })).status).toBe(303)
  expect((await read(stripe, session.id)).charge.id).toBe(after.charge.id)
})

test.each([
  ['succeeded', 'paid', 'succeeded'],
  ['failed', 'unpaid', 'failed'],
  ['waits', 'unpaid', 'pending'],
])('a bank that is set to answer "%s" does so after a minute', async (bank, paymentStatus, chargeStatus) => {
  const { stripe, session } = await debit(bank)
  expect((await read(stripe, session.id)).charge.status).toBe('pending')
  await harness.control('POST /_sim/clock', { advanceSeconds: 61 })
  const after = await read(stripe, session.id)
  expect([after.session.payment_status, after.charge.status]).toEqual([paymentStatus, chargeStatus])
})

test('the form asks for an email address when none is known', async () => {
  const { stripe, session, answer } = await debit('waits', { customer_email: undefined })
  expect(answer.status).toBe(200)
  const page = await answer.text()
  expect(page).toContain('<details class="bank" open>')
  expect(page.slice(page.indexOf('id="bank-email-error"'))).toContain('Enter the email address')
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
