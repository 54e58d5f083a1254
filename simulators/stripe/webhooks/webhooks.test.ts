import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBody } from '#simulators/kit/http.ts'
import {
  type CheckedStripe,
  sessionParams,
  startCheckedStripe,
  submitCard,
  validCard,
} from '#simulators/stripe/testing/checked-simulator.ts'

type Received = { body: string; signature: string; path: string }
let harness: CheckedStripe
let received: Received[] = []
let statuses: number[] = []

const receive = async (req: IncomingMessage, res: ServerResponse) => {
  received.push({ body: await readBody(req, 100_000), signature: String(req.headers['stripe-signature']), path: req.url ?? '' })
  res.statusCode = statuses.shift() ?? 200
  res.end()
}

beforeAll(async () => {
  harness = await startCheckedStripe({ onRequest: (req, res) => void receive(req, res) })
})
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  received = []
  statuses = []
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const typeOf = ({ body }: Received) => (JSON.parse(body) as Stripe.Event).type
const register = async (seed: string, events: Stripe.WebhookEndpointCreateParams.EnabledEvent[]) => {
  const stripe = harness.client(seed)
  const endpoint = await stripe.webhookEndpoints.create({ url: `${harness.url}/hooks/${seed}`, enabled_events: events })
  return { stripe, endpoint, secret: endpoint.secret ?? '' }
}
type Delivery = { id: string; event: string; status: string; tries: number }
const deliveries = async () => {
  const { accounts } = (await harness.control('GET /_sim/dump')) as { accounts: Record<string, { deliveries: Delivery[] }> }
  return Object.values(accounts).flatMap((account) => account.deliveries)
}

test("a payment's events go to its own account only, with a signature that the SDK accepts", async () => {
  const { stripe, secret } = await register('a', ['checkout.session.completed', 'payment_intent.succeeded'])
  await register('b', ['*'])
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(session.url, validCard)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  expect(received.every(({ path }) => path === '/hooks/a')).toBe(true)
  const sent = received.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, secret))
  expect(sent.map(({ type }) => type).sort()).toEqual(['checkout.session.completed', 'payment_intent.succeeded'])
  const completed = sent.find((event) => event.type === 'checkout.session.completed')
  expect(completed?.data.object).toMatchObject({ id: session.id, payment_status: 'paid', client_reference_id: 'attempt-1' })
  const first = received[0]!
  expect(() => stripe.webhooks.constructEvent(`${first.body} `, first.signature, secret)).toThrow(/signature/i)
  expect(() => stripe.webhooks.constructEvent(first.body, first.signature, 'whsec_other')).toThrow(/signature/i)
})

test('an expired session and a declined card emit events, too', async () => {
  const { stripe } = await register('a', ['*'])
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(session.url, { ...validCard, number: '4000000000000002' })
  await stripe.checkout.sessions.expire(session.id)
  const expected = [
    'charge.failed',
    'checkout.session.expired',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.payment_failed',
  ]
  await vi.waitFor(() => expect(received.map(typeOf).sort()).toEqual(expected))
})

test('an event whose response is not 2xx is sent again with the same id', async () => {
  const { stripe } = await register('a', ['checkout.session.expired'])
  statuses = [500]
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await stripe.checkout.sessions.expire(session.id)
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 3000 })
  expect(received[0]?.body).toBe(received[1]?.body)
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 2 }]))
})

test('events can be held, delivered in any order and twice, or dropped', async () => {
  const { stripe } = await register('a', ['checkout.session.completed', 'payment_intent.succeeded'])
  await harness.control('POST /_sim/webhooks', { mode: 'hold' })
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(session.url, validCard)
  const [intent, completed] = await deliveries()
  expect(received).toEqual([])
  await harness.control('POST /_sim/webhooks/deliver', { deliveries: [completed?.id, intent?.id, completed?.id] })
  expect(received.map(typeOf)).toEqual(['checkout.session.completed', 'payment_intent.succeeded', 'checkout.session.completed'])

  await harness.control('POST /_sim/webhooks', { mode: 'drop' })
  const other = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await submitCard(other.url, validCard)
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'dropped', 'dropped'])
})

test('endpoints are listed without secrets, and a deleted one receives nothing', async () => {
  const { stripe, endpoint, secret } = await register('a', ['*'])
  expect(secret).toMatch(/^whsec_/)
  const { data } = await stripe.webhookEndpoints.list()
  expect(data.map(({ id }) => id)).toEqual([endpoint.id])
  expect(data[0]?.secret).toBeUndefined()
  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true })
  await expect(stripe.webhookEndpoints.retrieve(endpoint.id)).rejects.toMatchObject({ code: 'resource_missing' })
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await stripe.checkout.sessions.expire(session.id)
  expect(await deliveries()).toEqual([])
})

test('events are sent only to this machine and the product', async () => {
  const stripe = harness.client('a')
  await stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['*'] })
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await stripe.checkout.sessions.expire(session.id)
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'failed', tries: 1 }]))
})
