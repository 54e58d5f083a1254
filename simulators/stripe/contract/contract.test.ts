import { expect, test } from 'vitest'
import { loadStripeContract } from './contract.ts'

const contract = await loadStripeContract()
const create = 'POST /v1/checkout/sessions'
const line = 'line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500'

test.each([['mode=payment'], [line], ['metadata[a]=1&metadata[b]=true'], ['expand[0]=payment_intent&client_reference_id=abc']])(
  '%s is something that Stripe knows',
  (params) => {
    expect(contract.checkParams(create, params)).toEqual([])
  },
)

test.each([
  ['mode=gift', 'mode'],
  ['colour=red', 'colour'],
  ['line_items[0][price_data][unit_amount]=500', 'currency'],
  [line.replace('=500', '=5.5'), 'unit_amount'],
  ['allow_promotion_codes=1', 'allow_promotion_codes'],
  [`client_reference_id=${'x'.repeat(201)}`, 'client_reference_id'],
  [`metadata[a]=${'x'.repeat(501)}`, 'metadata/a'],
  [`metadata[${'k'.repeat(41)}]=x`, 'metadata'],
  ['metadata[a][b]=x', 'metadata/a'],
])('%s is not', (params, named) => {
  const violations = contract.checkParams(create, params)
  expect(violations.length).toBeGreaterThan(0)
  expect(violations.join('\n')).toContain(named)
})

test('a response with a missing field, an unknown field or fractions of a cent is a violation', () => {
  const balance = { object: 'balance', available: [{ amount: 1, currency: 'usd' }], livemode: false, pending: [] }
  const check = (body: object) => contract.checkExchange({ route: 'GET /v1/balance', params: '', status: 200, body: JSON.stringify(body) })
  expect(check(balance)).toEqual([])
  expect(check({ ...balance, pending: undefined })).not.toEqual([])
  expect(check({ ...balance, colour: 'red' })).not.toEqual([])
  expect(check({ ...balance, available: [{ amount: 1.5, currency: 'usd' }] })).not.toEqual([])
})

test('a call that the contract does not know is an error', () => {
  expect(() => contract.checkParams('POST /v1/unheard_of', '')).toThrow('contract/calls.ts')
})
