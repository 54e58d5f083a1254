import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(() => harness.control('POST /_sim/reset', {}))
afterAll(async () => {
  expect(harness.violations).toEqual([])
  await harness.close()
})

/** Pays a checkout that saves the card. */
const saveCard = async (number = validCard.number) => {
  const stripe = harness.client('a')
  const params = sessionParams(harness.url)
  const { id, url } = await stripe.checkout.sessions.create({
    ...params,
    customer_creation: 'always',
    payment_intent_data: { ...params.payment_intent_data, setup_future_usage: 'off_session' },
  })
  await submitCard(url, { ...validCard, number })
  await submitCard(url, { challenge: 'complete' })
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { stripe, session, customer: String(intent.customer), method: String(intent.payment_method) }
}
type Saved = Awaited<ReturnType<typeof saveCard>>
const charge = ({ stripe, customer, method }: Saved, key = 'att_1', amount = 5000) =>
  stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
      allowed_payment_method_types: ['card'],
      metadata: { attempt: key },
    },
    { idempotencyKey: key },
  )
const refusal = (saved: Saved, key?: string) =>
  charge(saved, key).then(
    () => null,
    (error: Stripe.errors.StripeCardError) => ({
      status: error.statusCode,
      code: error.code,
      decline: error.decline_code,
      intent: error.payment_intent,
    }),
  )

test('a checkout that saves its card attaches it to a new customer, and the card is charged without the cardholder', async () => {
  const saved = await saveCard()
  expect(saved.session).toMatchObject({ payment_status: 'paid', customer: saved.customer })
  expect(await saved.stripe.paymentMethods.retrieve(saved.method)).toMatchObject({ customer: saved.customer, card: { last4: '4242' } })
  expect(await charge(saved)).toMatchObject({ status: 'succeeded', amount_received: 5000, metadata: { attempt: 'att_1' } })
  // The same key makes no second charge.
  await charge(saved)
  expect((await saved.stripe.paymentIntents.list({ customer: saved.customer })).data).toHaveLength(2)
})

test('a checkout that saves nothing leaves no card', async () => {
  const stripe = harness.client('a')
  const { id, url } = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(url, validCard)
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  await expect(stripe.paymentMethods.retrieve(String((intent as Stripe.PaymentIntent).payment_method))).rejects.toThrow(
    'No such PaymentMethod',
  )
})

test.each([
  ['4000002760003184', 'authentication_required', 'authentication_required'],
  ['4000000000000341', 'card_declined', 'generic_decline'],
])('%s is saved, and declined later with %s', async (number, code, decline) => {
  const refused = await refusal(await saveCard(number))
  expect(refused).toMatchObject({
    status: 402,
    code,
    decline,
    intent: { status: 'requires_payment_method', metadata: { attempt: 'att_1' } },
  })
})

test('a card whose bank asked once is charged later', async () => {
  expect(await charge(await saveCard('4000002500003155'))).toMatchObject({ status: 'succeeded' })
})

test.each(['insufficient_funds', 'lost_card', 'expired_card', 'processing_error'])('a saved card can be declined with %s', async (code) => {
  const saved = await saveCard()
  await harness.control('POST /_sim/cards/decline', { payment_method: saved.method, code })
  const refused = await refusal(saved)
  expect([refused?.code, refused?.decline]).toContain(code)
  // The decline is stored under its key.
  await harness.control('POST /_sim/cards/decline', { payment_method: saved.method, code: null })
  expect(await refusal(saved)).toMatchObject({ code: refused?.code })
  expect(await charge(saved, 'att_2')).toMatchObject({ status: 'succeeded' })
})

test('a detached card is refused, and a declined intent can be canceled', async () => {
  const saved = await saveCard('4000000000000341')
  const refused = await refusal(saved)
  expect(await saved.stripe.paymentIntents.cancel(refused!.intent!.id)).toMatchObject({ status: 'canceled' })
  await expect(saved.stripe.paymentIntents.cancel(refused!.intent!.id)).rejects.toThrow('You cannot cancel')
  expect(await saved.stripe.paymentMethods.detach(saved.method)).toMatchObject({ customer: null })
  await expect(saved.stripe.paymentMethods.detach(saved.method)).rejects.toThrow('not attached')
  expect(await refusal(saved, 'att_2')).toMatchObject({ status: 400 })
})
