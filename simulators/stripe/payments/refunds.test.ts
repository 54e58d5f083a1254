import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckedStripe, payCheckout, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe()
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const listen = async (stripe: Stripe) => {
  await stripe.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
}
const listEventTypes = () =>
  harness.events
    .splice(0)
    .map(({ type }) => type)
    .filter((type) => type.includes('refund'))
const minuteLater = () => harness.control('POST /_sim/clock', { advanceSeconds: 61 })

test('a refund with card 5126 succeeds, then fails and is subtracted from the refunded amount', async () => {
  const { stripe, charge } = await payCheckout(harness, 'fails', '4000000000005126', listen)
  const refund = await stripe.refunds.create({ charge: charge.id, amount: 2_345 })
  expect(refund.status).toBe('succeeded')
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(2_345)
  expect(listEventTypes()).toEqual(['refund.created', 'charge.refunded'])

  await minuteLater()
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(listEventTypes()).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed'])
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(12_345)
})

test('a refund with card 7726 is pending for a minute', async () => {
  const { stripe, charge } = await payCheckout(harness, 'pends', '4000000000007726')
  const refund = await stripe.refunds.create({ charge: charge.id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  await minuteLater()
  const after = await stripe.refunds.retrieve(refund.id)
  expect(after.status).toBe('succeeded')
  expect(after.pending_reason).toBeUndefined()
})

test('the control API makes the next refund pending and settles it', async () => {
  const { stripe, charge } = await payCheckout(harness, 'plane', '4242424242424242', listen)
  await harness.control('POST /_sim/refunds/pend')
  const first = await stripe.refunds.create({ charge: charge.id, amount: 1_000 })
  const second = await stripe.refunds.create({ charge: charge.id, amount: 2_000 })
  expect([first.status, second.status]).toEqual(['pending', 'succeeded'])
  await minuteLater()
  expect((await stripe.refunds.retrieve(first.id)).status).toBe('pending')
  listEventTypes()
  await harness.control('POST /_sim/refunds/settle', { refund: first.id, status: 'succeeded' })
  expect(listEventTypes()).toEqual(['refund.updated', 'charge.refund.updated'])
  await harness.control('POST /_sim/refunds/settle', { refund: second.id, status: 'failed', reason: 'lost_or_stolen_card' })
  expect((await stripe.refunds.retrieve(second.id)).failure_reason).toBe('lost_or_stolen_card')
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(1_000)
  await expect(harness.control('POST /_sim/refunds/settle', { refund: second.id, status: 'succeeded' })).rejects.toThrow('is failed')
})

test("a canceled refund is subtracted from the charge's refunded amount", async () => {
  const { stripe, charge } = await payCheckout(harness, 'cancelled')
  await harness.control('POST /_sim/refunds/pend', { count: 1 })
  const refund = await stripe.refunds.create({ charge: charge.id })
  expect((await stripe.charges.retrieve(charge.id)).refunded).toBe(true)
  await harness.control('POST /_sim/refunds/settle', { refund: refund.id, status: 'canceled' })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: false, amount_refunded: 0 })
})

test('refunds are listed by charge, newest first, in pages', async () => {
  const { stripe, charge } = await payCheckout(harness, 'lists')
  const other = await payCheckout(harness, 'lists')
  const ids: string[] = []
  for (const amount of [1, 2, 3]) ids.unshift((await stripe.refunds.create({ charge: charge.id, amount })).id)
  await stripe.refunds.create({ charge: other.charge.id, amount: 9 })
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)
  expect(idsOf(await stripe.refunds.list({ charge: charge.id }))).toEqual(ids)
  expect(idsOf(await stripe.refunds.list({ payment_intent: String(charge.payment_intent) }))).toEqual(ids)
  expect(idsOf(await stripe.refunds.list({ charge: charge.id, limit: 2, starting_after: ids[0]! }))).toEqual(ids.slice(1))
  expect(await stripe.refunds.list({ charge: charge.id, limit: 2 })).toMatchObject({ has_more: true })
  expect((await harness.client('stranger').refunds.list({ charge: charge.id })).data).toEqual([])
})

test('refunds and disputes of a converted charge are converted at the rate of their own moment', async () => {
  await harness.control('POST /_sim/settlement', { currency: 'eur', rate: '0.9' })
  const { stripe, charge } = await payCheckout(harness, 'converts', '4242424242424242', listen)
  await harness.control('POST /_sim/settlement', { currency: 'eur', rate: '0.8' })
  const { id } = await stripe.refunds.create({ charge: charge.id, amount: 2_000 })
  const refund = await stripe.refunds.retrieve(id, { expand: ['balance_transaction'] })
  const eur = { currency: 'eur', exchange_rate: 0.8, fee: 0, fee_details: [] }
  expect(refund.balance_transaction).toMatchObject({ ...eur, amount: -1_600, net: -1_600, type: 'refund', source: id })
  const expand = ['data.balance_transaction', 'data.failure_balance_transaction']
  const [listed] = (await stripe.refunds.list({ charge: charge.id, expand })).data
  expect(listed).toMatchObject({ id, balance_transaction: { ...eur, amount: -1_600 } })
  const paid = await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction'] })
  expect(paid.balance_transaction).toMatchObject({ amount: 11_111, exchange_rate: 0.9, type: 'charge' })

  await harness.control('POST /_sim/refunds/settle', { refund: id, status: 'failed' })
  const failed = await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })
  expect(failed.failure_balance_transaction).toMatchObject({ ...eur, amount: 1_600, type: 'refund_failure' })

  await harness.control('POST /_sim/settlement', { currency: 'eur', rate: '0.7' })
  await harness.control('POST /_sim/disputes/open', { charge: charge.id, amount: 1_000 })
  await harness.control('POST /_sim/settlement', { currency: 'eur', rate: '0.6' })
  await harness.control('POST /_sim/disputes/win', { charge: charge.id })
  const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
  const movements = dispute!.balance_transactions.map(({ amount, exchange_rate, reporting_category }) => [
    amount,
    exchange_rate,
    reporting_category,
  ])
  expect(movements).toEqual([
    [-700, 0.7, 'dispute'],
    [600, 0.6, 'dispute_reversal'],
  ])
  await harness.control('POST /_sim/settlement', {})
})

test('a pending refund is on the balance once it has succeeded', async () => {
  const { stripe, charge } = await payCheckout(harness, 'later')
  await harness.control('POST /_sim/refunds/pend')
  const refund = await stripe.refunds.create({ charge: charge.id, amount: 1_000 })
  expect(refund.balance_transaction).toBeNull()
  await harness.control('POST /_sim/refunds/settle', { refund: refund.id, status: 'succeeded' })
  const settled = await stripe.refunds.retrieve(refund.id, { expand: ['balance_transaction'] })
  expect(settled.balance_transaction).toMatchObject({ amount: -1_000, currency: 'usd', exchange_rate: null })
})
