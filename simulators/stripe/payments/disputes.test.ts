import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckedStripe, pay, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'

let shop: CheckedStripe
beforeAll(async () => {
  shop = await startCheckedStripe()
})
afterEach(() => expect(shop.violations).toEqual([]))
afterAll(() => shop.close())

const disputed = { code: 'charge_disputed', statusCode: 400 }
const pending = async (stripe: Stripe) => (await stripe.balance.retrieve()).pending[0]?.amount

test('card 0259 pays and is disputed at once: the bank takes the money, and no refund is possible', async () => {
  const { stripe, charge } = await pay(shop, 'at once', '4000000000000259')
  expect(charge).toMatchObject({ status: 'succeeded', paid: true, disputed: true, amount_refunded: 0 })
  const { data } = await stripe.disputes.list({ charge: charge.id })
  expect(data).toMatchObject([
    { charge: charge.id, amount: 12_345, status: 'needs_response', reason: 'fraudulent', payment_intent: charge.payment_intent },
  ])
  expect(await stripe.disputes.retrieve(data[0]!.id)).toMatchObject({ id: data[0]!.id, object: 'dispute' })
  await expect(stripe.refunds.create({ charge: charge.id, amount: 100 })).rejects.toMatchObject(disputed)
  expect(await pending(stripe)).toBe(0)
})

test('any charge can be disputed; a won dispute brings the money back, and refunds', async () => {
  const { stripe, charge } = await pay(shop, 'won')
  expect((await stripe.disputes.list({ charge: charge.id })).data).toEqual([])
  await shop.control('POST /_sim/disputes/open', { charge: charge.id, amount: 2_000, reason: 'product_not_received' })
  await expect(shop.control('POST /_sim/disputes/open', { charge: charge.id })).rejects.toThrow('disputed already')
  expect(await pending(stripe)).toBe(10_345)
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(disputed)
  await shop.control('POST /_sim/disputes/win', { charge: charge.id })
  expect((await stripe.disputes.list({ payment_intent: String(charge.payment_intent) })).data).toMatchObject([
    { status: 'won', amount: 2_000, reason: 'product_not_received' },
  ])
  expect((await stripe.charges.retrieve(charge.id)).disputed).toBe(true)
  expect(await pending(stripe)).toBe(12_345)
  expect((await stripe.refunds.create({ charge: charge.id })).amount).toBe(12_345)
})

test('a lost dispute keeps the money and blocks refunds for good; it ends only once', async () => {
  const { stripe, charge, session } = await pay(shop, 'lost')
  const { id } = (await shop.control('POST /_sim/disputes/open', { session: session.id })) as unknown as Stripe.Dispute
  await shop.control('POST /_sim/disputes/lose', { dispute: id })
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost' })
  await expect(shop.control('POST /_sim/disputes/win', { dispute: id })).rejects.toThrow('closed already: it was lost')
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(disputed)
  expect(await pending(stripe)).toBe(0)
})

test('disputes are announced, also how they end', async () => {
  const events = () => shop.events.splice(0)
  events()
  const { stripe, charge } = await pay(shop, 'heard', '4242424242424242', async (client) => {
    await client.webhookEndpoints.create({ url: `${shop.url}/hook`, enabled_events: ['*'] })
  })
  await shop.control('POST /_sim/disputes/open', { charge: charge.id })
  await shop.control('POST /_sim/disputes/win', { charge: charge.id })
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

test("another account's disputes do not exist, nor does one for a failed charge", async () => {
  const { charge } = await pay(shop, 'mine', '4000000000000259')
  expect((await shop.client('other').disputes.list({ charge: charge.id })).data).toEqual([])
  const [dispute] = (await shop.client('mine').disputes.list()).data
  await expect(shop.client('other').disputes.retrieve(dispute!.id)).rejects.toMatchObject({ code: 'resource_missing' })
  const failed = await pay(shop, 'failed', '4000000000000002')
  await expect(shop.control('POST /_sim/disputes/open', { charge: failed.charge.id })).rejects.toThrow('nothing to dispute')
  await expect(shop.control('POST /_sim/disputes/open', { charge: 'ch_none' })).rejects.toThrow("No account has the charge 'ch_none'")
})
