import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBody } from '#simulators/kit/http.ts'
import { type CheckedStripe, sessionParams, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'

type Received = { body: string; signature: string; path: string }
let harness: CheckedStripe
let received: Received[] = []
const receive = async (req: IncomingMessage, res: ServerResponse) => {
  received.push({ body: await readBody(req, 100_000), signature: String(req.headers['stripe-signature']), path: req.url ?? '' })
  res.end()
}
beforeAll(async () => {
  harness = await startCheckedStripe({ onRequest: (req, res) => void receive(req, res) })
})
beforeEach(async () => {
  await harness.control('POST /_sim/reset')
  received = []
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const register = async (enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = ['checkout.session.expired']) => {
  const stripe = harness.client('a')
  return { stripe, endpoint: await stripe.webhookEndpoints.create({ url: `${harness.url}/hooks/first`, enabled_events }) }
}
const announce = async (stripe: Stripe): Promise<Received> => {
  const before = received.length
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await stripe.checkout.sessions.expire(session.id)
  await vi.waitFor(() => expect(received).toHaveLength(before + 1))
  return received.at(-1)!
}
const accepts = (stripe: Stripe, { body, signature }: Received, secret: unknown) => {
  try {
    return stripe.webhooks.constructEvent(body, signature, String(secret)).type !== undefined
  } catch {
    return false
  }
}

test('a rotated secret signs at once, and the previous one until the overlap ends', async () => {
  const { stripe, endpoint } = await register()
  const { secret } = await harness.control('POST /_sim/webhooks/rotate', { endpoint: endpoint.id, overlapSeconds: 3600 })
  expect(secret).not.toBe(endpoint.secret)
  const both = await announce(stripe)
  expect(both.signature.match(/v1=/g)).toHaveLength(2)
  expect([secret, endpoint.secret, 'whsec_other'].map((one) => accepts(stripe, both, one))).toEqual([true, true, false])

  await harness.control('POST /_sim/clock', { advanceSeconds: 3601 })
  const later = await announce(stripe)
  expect([secret, endpoint.secret].map((one) => accepts(stripe, later, one))).toEqual([true, false])
  await harness.control('POST /_sim/clock', { advanceSeconds: -3601 })
})

test('without an overlap the old secret ends at once; the dump contains no secrets', async () => {
  const { stripe, endpoint } = await register()
  const { secret } = await harness.control('POST /_sim/webhooks/rotate', { endpoint: endpoint.id, overlapSeconds: 0 })
  const event = await announce(stripe)
  expect([secret, endpoint.secret].map((one) => accepts(stripe, event, one))).toEqual([true, false])
  expect(JSON.stringify(await harness.control('GET /_sim/dump'))).not.toContain('whsec_')
  await expect(harness.control('POST /_sim/webhooks/rotate', { endpoint: 'we_none' })).rejects.toThrow("'we_none'")
})

test("an endpoint's URL, events and status can be updated; its secret stays", async () => {
  const { stripe, endpoint } = await register(['checkout.session.completed'])
  const url = `${harness.url}/hooks/second`
  const changed = await stripe.webhookEndpoints.update(endpoint.id, {
    url,
    enabled_events: ['checkout.session.expired'],
    metadata: { a: 'b' },
  })
  expect(changed).toMatchObject({ id: endpoint.id, url, enabled_events: ['checkout.session.expired'], metadata: { a: 'b' } })
  expect(changed.secret).toBeUndefined()
  const event = await announce(stripe)
  expect(event.path).toBe('/hooks/second')
  expect(accepts(stripe, event, endpoint.secret)).toBe(true)

  expect(await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })).toMatchObject({ status: 'disabled', url })
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  await stripe.checkout.sessions.expire(session.id)
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: false })
  await announce(stripe)
  expect(received).toHaveLength(2)
  await expect(harness.client('b').webhookEndpoints.update(endpoint.id, { url })).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(stripe.webhookEndpoints.update(endpoint.id, { url: 'nowhere' })).rejects.toMatchObject({ code: 'url_invalid' })
})
