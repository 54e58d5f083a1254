import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { buildRefundAnswer, captureId, createProviderAt, orderId, paidOrder, problem } from './testing/samples.ts'
import { type ScriptedAnswer, type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let wire: ScriptedServer
beforeAll(async () => {
  wire = await startScriptedServer()
})
afterEach(() => expect(wire.violations).toEqual([]))
afterAll(() => wire.close())

const listing = `GET /v1/customer/disputes?disputed_transaction_id=${captureId}`
const list = (...items: [string, string][]) => ({
  body: { items: items.map(([dispute_id, status]) => ({ dispute_id, status, reason: 'OTHER' })), links: [] },
})
const outcome = (code: string, value = '150.25') => ({
  body: {
    dispute_id: 'PP-D-1',
    dispute_outcome: { outcome_code: code, amount_refunded: { currency_code: 'USD', value } },
  },
})
const readWith = async (lines: Record<string, ScriptedAnswer>, order: object = paidOrder()) => {
  wire.says({ [`GET /v2/checkout/orders/${orderId}`]: { body: order }, ...lines })
  return (await createProviderAt(wire.origin).fetchStatus(orderId)).charges[0]!
}

test('an open dispute is reported, and takes nothing yet', async () => {
  expect(await readWith({ [listing]: list(['PP-D-1', 'UNDER_REVIEW']) })).toMatchObject({ dispute: 'open', refunded: 0, succeeded: true })
  expect(await readWith({ [listing]: list(['PP-D-2', 'RESOLVED'], ['PP-D-1', 'OPEN']) })).toMatchObject({ dispute: 'open' })
})

test.each([
  ['RESOLVED_BUYER_FAVOUR', 'lost', cents(15_025)],
  ['ACCEPTED', 'lost', cents(15_025)],
  ['RESOLVED_SELLER_FAVOUR', 'won', 0],
  ['RESOLVED_WITH_PAYOUT', 'won', 0],
  ['CANCELED_BY_BUYER', 'won', 0],
  ['DENIED', 'won', 0],
])('a dispute that ended with %s is %s', async (code, dispute, refunded) => {
  const lines = { [listing]: list(['PP-D-1', 'RESOLVED']), 'GET /v1/customer/disputes/PP-D-1': outcome(code) }
  expect(await readWith(lines)).toMatchObject({ dispute, refunded })
})

test('the amount of a lost dispute counts once, although PayPal lists it among the refunds too', async () => {
  const lines = { [listing]: list(['PP-D-1', 'RESOLVED']), 'GET /v1/customer/disputes/PP-D-1': outcome('RESOLVED_BUYER_FAVOUR', '50.00') }
  expect(await readWith(lines)).toMatchObject({ dispute: 'lost', refunded: cents(5_000) })
  expect(await readWith(lines, paidOrder({ status: 'PARTIALLY_REFUNDED' }, [buildRefundAnswer('50.00')]))).toMatchObject({
    refunded: cents(5_000),
  })
})

const forbidden = { status: 403, body: { name: 'NOT_AUTHORIZED', message: 'Insufficient permissions.' } }
test('an app without access to disputes still reads its payments, with the dispute in their status', async () => {
  expect(await readWith({ [listing]: forbidden })).toMatchObject({ dispute: null, succeeded: true })
  expect(await readWith({ [listing]: forbidden }, paidOrder({ status_details: { reason: 'CHARGEBACK' } }))).toMatchObject({
    dispute: 'lost',
  })
})

test('a failure of the disputes call doesn’t delay a payment of the last hour, but fails for an older one', async () => {
  const broken = { status: 503, body: 'down' }
  expect(await readWith({ [listing]: broken }, paidOrder({ create_time: new Date().toISOString() }))).toMatchObject({ dispute: null })
  expect(await problem(readWith({ [listing]: broken }))).toMatchObject({ isRefused: false })
})

test('disputes of an unpaid order aren’t requested', async () => {
  wire.says({ [`GET /v2/checkout/orders/${orderId}`]: { body: paidOrder({ status: 'DECLINED' }) } })
  await createProviderAt(wire.origin).fetchStatus(orderId)
  expect(wire.calls().filter((call) => call.includes('disputes'))).toEqual([])
})
