import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckedStripe, payCheckout, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const disputed = { code: 'charge_disputed', statusCode: 400 }
const pending = async (stripe: Stripe) => (await stripe.balance.retrieve()).pending[0]?.amount

test('card 0259 pays and is disputed at once: the bank withdraws the money, and refunds are refused', async () => {
  const { stripe, charge } = await payCheckout(harness, 'at once', '4000000000000259')
  expect(charge).toMatchObject({ status: 'succeeded', paid: true, disputed: true, amount_refunded: 0 })
  const { data } = await stripe.disputes.list({ charge: charge.id })
  expect(data).toMatchObject([
    { charge: charge.id, amount: 12_345, status: 'needs_response', reason: 'fraudulent', payment_intent: charge.payment_intent },
  ])
  expect(await stripe.disputes.retrieve(data[0]!.id)).toMatchObject({ id: data[0]!.id, object: 'dispute' })
  await expect(stripe.refunds.create({ charge: charge.id, amount: 100 })).rejects.toMatchObject(disputed)
  expect(await pending(stripe)).toBe(0)
})

test('any charge can be disputed; a won dispute reinstates the money and allows refunds', async () => {
  const { stripe, charge } = await payCheckout(harness, 'won')
  expect((await stripe.disputes.list({ charge: charge.id })).data).toEqual([])
  await harness.control('POST /_sim/disputes/open', { charge: charge.id, amount: 2_000, reason: 'product_not_received' })
  await expect(harness.control('POST /_sim/disputes/open', { charge: charge.id })).rejects.toThrow('disputed already')
  expect(await pending(stripe)).toBe(10_345)
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(disputed)
  await harness.control('POST /_sim/disputes/win', { charge: charge.id })
  expect((await stripe.disputes.list({ payment_intent: String(charge.payment_intent) })).data).toMatchObject([
    { status: 'won', amount: 2_000, reason: 'product_not_received' },
  ])
  expect((await stripe.charges.retrieve(charge.id)).disputed).toBe(true)
  expect(await pending(stripe)).toBe(12_345)
  expect((await stripe.refunds.create({ charge: charge.id })).amount).toBe(12_345)
})

test('a lost dispute keeps the money withdrawn and refunds blocked; it can be closed only once', async () => {
  const { stripe, charge, session } = await payCheckout(harness, 'lost')
  const { id } = (await harness.control('POST /_sim/disputes/open', { session: session.id })) as unknown as Stripe.Dispute
  await harness.control('POST /_sim/disputes/lose', { dispute: id })
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost' })
  await expect(harness.control('POST /_sim/disputes/win', { dispute: id })).rejects.toThrow('closed already: it was lost')
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(disputed)
  expect(await pending(stripe)).toBe(0)
})

test('events report how disputes open and close', async () => {
  const events = () => harness.events.splice(0)
  events()
  const { stripe, charge } = await payCheckout(harness, 'heard', '4242424242424242', async (client) => {
    await client.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
  })
  await harness.control('POST /_sim/disputes/open', { charge: charge.id })
  await harness.control('POST /_sim/disputes/win', { charge: charge.id })
  const about = events().filter(({ type }) => type.startsWith('charge.dispute'))
  expect(about.map(({ type }) => type)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
  expect(about.map(({ data }) => (data.object as Stripe.Dispute).status)).toEqual(['needs_response', 'needs_response', 'won', 'won'])
  expect((await stripe.disputes.list({ charge: charge.id })).data).toHaveLength(1)
})

test("another account's disputes do not exist, and a failed charge cannot be disputed", async () => {
  const { charge } = await payCheckout(harness, 'mine', '4000000000000259')
  expect((await harness.client('other').disputes.list({ charge: charge.id })).data).toEqual([])
  const [dispute] = (await harness.client('mine').disputes.list()).data
  await expect(harness.client('other').disputes.retrieve(dispute!.id)).rejects.toMatchObject({ code: 'resource_missing' })
  const failed = await payCheckout(harness, 'failed', '4000000000000002')
  await expect(harness.control('POST /_sim/disputes/open', { charge: failed.charge.id })).rejects.toThrow('nothing to dispute')
  await expect(harness.control('POST /_sim/disputes/open', { charge: 'ch_none' })).rejects.toThrow("No account has the charge 'ch_none'")
})
