import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentAttempt } from '#server/domain/payments/provider.ts'
import { InvalidEvent, InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import { deriveStripeKeys, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { createStripeProvider } from './provider.ts'

// Requests to Stripe and the conversion of its answers. Whole payments are tested in features/payments.

let sandbox: Awaited<ReturnType<typeof startStripeSimulator>>
beforeAll(async () => {
  sandbox = await startStripeSimulator({ publicUrl: 'http://127.0.0.1:1' })
})
afterAll(() => sandbox.close())

const { secretKey } = deriveStripeKeys('stripe test')
const provider = (over: object = {}) =>
  createStripeProvider({ secretKey, accountId: 'a', sandbox: false, apiOrigin: sandbox.origin, ...over })
const simulate = (action: string, body: object) => fetch(`${sandbox.origin}/_sim/${action}`, { method: 'POST', body: JSON.stringify(body) })
let count = 0
const attempt = (): PaymentAttempt => ({
  id: `att_${++count}`,
  invoiceId: 1,
  provider: 'stripe',
  accountId: 'a',
  ref: null,
  url: null,
  amount: cents(2000),
  currency: 'usd',
  payee: null,
  captureTry: 0,
  cardConsent: null,
  customerRef: null,
  status: 'creating',
  createdAt: new Date(),
  updatedAt: new Date(),
})
const bill = {
  title: 'Invoice 1',
  number: '1',
  businessName: 'Ada Works',
  customerEmail: null,
  successUrl: 'http://127.0.0.1:1/payment-success?invoice=x&session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://127.0.0.1:1/pay-invoice/x',
}
const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((caught: unknown) => caught)
  if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${String(error)}`)
  return error
}

test('a key is checked for its account and mode', async () => {
  expect(await provider().checkKeys()).toEqual({ accountId: expect.stringMatching(/^acct_/), mode: 'test' })
})

test.each([
  ['a publishable key', 'pk_test_1'],
  ['one that Stripe doesn’t know', 'sk_test_unknown1234567890'],
])('%s is refused', async (_what, wrong) => {
  expect(await failure(provider({ secretKey: wrong }).checkKeys())).toMatchObject({ isRefused: true, isKeyRefused: true })
})

test('a key of the simulator is never sent to Stripe', async () => {
  const error = await failure(provider({ apiOrigin: null }).checkKeys())
  expect(error).toMatchObject({ isRefused: true, isKeyRefused: true, message: expect.stringContaining('built-in sandbox') })
})

test('a 429 is retried after a delay', async () => {
  await simulate('faults', { route: 'POST /v1/checkout/sessions', kind: 'status', status: 429, count: 1 })
  expect((await provider().openCheckout(attempt(), bill)).ref).toMatch(/^cs_test_/)
  await simulate('faults', { route: 'GET /v1/account', kind: 'status', status: 429, count: 3 })
  expect(await failure(provider().checkKeys())).toMatchObject({ isRefused: false, isKeyRefused: false })
})

test('a refused refund is a refusal, a lost answer isn’t', async () => {
  expect(await failure(provider().refund('ch_unknown', { amount: cents(1), currency: 'usd' }, 'refund-1-1'))).toMatchObject({
    isRefused: true,
    isKeyRefused: false,
  })
  await simulate('faults', { route: 'POST /v1/refunds', kind: 'drop-before', count: 3 })
  expect(await failure(provider().refund('ch_unknown', { amount: cents(1), currency: 'usd' }, 'refund-1-2'))).toMatchObject({
    isRefused: false,
  })
})

test('a webhook is created with its secret, and can be removed repeatedly', async () => {
  const made = await provider().registerWebhook('https://pay.example.com/api/webhooks/stripe/token')
  expect(made).toEqual({ webhookId: expect.stringMatching(/^we_/), secret: expect.stringMatching(/^whsec_/) })
  await provider().removeWebhook(made.webhookId)
  await provider().removeWebhook(made.webhookId)
})

const now = new Date('2026-03-01T12:00:00Z')
const secret = 'whsec_test'
const event = (object: object) => JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object } })
const signed = (payload: string, { at = now, by = secret } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: Math.floor(at.getTime() / 1000) })
const read = (payload: string, signature?: string, webhookSecret: string | null = secret) =>
  provider().verifyWebhook(Buffer.from(payload), { 'stripe-signature': signature }, { webhookId: 'we_1', secret: webhookSecret }, now)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a verified event names all ids by which an attempt may be found', async () => {
  const payload = event({ id: 'ch_1', payment_intent: { id: 'pi_1' }, metadata: { attempt: 'att_1' }, latest_charge: null })
  expect(await read(payload, signed(payload))).toEqual({ id: 'evt_1', type: 'charge.refunded', refs: ['ch_1', 'pi_1', 'att_1'] })
})

test.each([
  ['no signature', (_payload: string) => undefined],
  ['another secret', (payload: string) => signed(payload, { by: 'whsec_other' })],
  ['another body', () => signed('{}')],
  ['an old one', (payload: string) => signed(payload, { at: later(-301) })],
  ['one from the future', (payload: string) => signed(payload, { at: later(301) })],
])('%s is refused', async (_what, signature) => {
  const payload = event({ id: 'ch_1' })
  await expect(read(payload, signature(payload))).rejects.toThrow(InvalidSignature)
})

test('clocks may differ by some minutes; without a secret every event is refused', async () => {
  const payload = event({ id: 'ch_1' })
  for (const seconds of [-299, 299]) expect((await read(payload, signed(payload, { at: later(seconds) }))).refs).toEqual(['ch_1'])
  await expect(read(payload, signed(payload), null)).rejects.toThrow(InvalidSignature)
})

test.each([
  ['an id with NUL', { id: 'evt_\u0000' }],
  ['a huge id', { id: 'e'.repeat(256) }],
  ['an id of another kind', { id: { id: 'evt_1' } }],
  ['no id', { id: undefined }],
  ['a type with NUL', { type: 'charge.\u0000' }],
  ['a huge type', { type: 'c'.repeat(101) }],
  ['no type', { type: '' }],
])('a signed event with %s is refused', async (_what, over) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object: {} }, ...over })
  await expect(read(payload, signed(payload))).rejects.toThrow(InvalidEvent)
})

test('what can be no id names no attempt', async () => {
  // Deeper than a recursion gets.
  const deep = `${'{"id":'.repeat(20_000)}"ch_1"${'}'.repeat(20_000)}`
  const ids = { id: 'ch_\u0000', payment_intent: 'p'.repeat(256), latest_charge: 'ch_\ud800', client_reference_id: 'att_1', charge: 'DEEP' }
  const payload = event(ids).replace('"DEEP"', deep)
  expect((await read(payload, signed(payload))).refs).toEqual(['att_1'])
})
