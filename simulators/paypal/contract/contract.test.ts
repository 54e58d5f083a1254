import { expect, test } from 'vitest'
import type { Exchange } from '#simulators/paypal/api/handler.ts'
import { orderBody } from '#simulators/paypal/testing/checked-simulator.ts'
import { createPayPalContract } from './contract.ts'

const { checkExchange, checkEvent } = createPayPalContract()
const create = 'POST /v2/checkout/orders'
const order = { id: '5O190127TN364715T', status: 'CREATED', links: [{ href: 'https://x.example', rel: 'self', method: 'GET' }] }
const createExchange = (changes: Partial<Exchange> & { sent?: object; answer?: object }): Exchange => {
  const { sent = orderBody('https://shop.example'), answer = order, ...rest } = changes
  return {
    route: create,
    query: '',
    requestId: 'k',
    prefer: null,
    params: JSON.stringify(sent),
    status: 201,
    body: JSON.stringify(answer),
    ...rest,
  }
}

test('a correct exchange has no violations', () => {
  expect(checkExchange(createExchange({}))).toEqual([])
})

const [unit] = orderBody('https://shop.example').purchase_units
test.each<[string, object]>([
  ['an amount that is a number', { amount: { currency_code: 'USD', value: 5 } }],
  ['no currency', { amount: { value: '5.00' } }],
  ['a reference that is too long', { custom_id: 'x'.repeat(128) }],
  ['a misspelt name', { custum_id: 'x' }],
  ['a misspelt name further down', { amount: { currency_code: 'USD', value: '5.00', breakdown: { items_total: {} } } }],
])('a request with %s is a violation', (_what, changes) => {
  expect(checkExchange(createExchange({ sent: { intent: 'CAPTURE', purchase_units: [{ ...unit, ...changes }] } }))).not.toEqual([])
})

test.each<[string, Parameters<typeof createExchange>[0]]>([
  ["a status that PayPal doesn't have", { answer: { ...order, status: 'PAID' } }],
  ["a field that PayPal doesn't have", { answer: { ...order, colour: 'red' } }],
  ['a link without its relation', { answer: { ...order, links: [{ href: 'https://x.example' }] } }],
  ['a status that the call never has', { status: 202 }],
])('a response with %s is a violation', (_what, changes) => {
  expect(checkExchange(createExchange(changes))).not.toEqual([])
})

test('headers and query parameters are checked, too', () => {
  expect(checkExchange(createExchange({ prefer: 'return=everything' }))).not.toEqual([])
  expect(checkExchange(createExchange({ requestId: 'x'.repeat(109) }))).not.toEqual([])
  expect(checkExchange(createExchange({ query: 'colour=red' }))).not.toEqual([])
})

const refusal = (detail: object) => ({
  name: 'UNPROCESSABLE_ENTITY',
  message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
  debug_id: '1',
  details: [detail],
})
const declined = {
  issue: 'INSTRUMENT_DECLINED',
  description: "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
}
test("an error must have an issue and description of PayPal's list", () => {
  const route = 'POST /v2/checkout/orders/:id/capture'
  const check = (answer: object) => checkExchange(createExchange({ route, status: 422, params: '', answer }))
  expect(check(refusal(declined))).toEqual([])
  expect(check(refusal({ ...declined, description: 'No.' }))).not.toEqual([])
  expect(check(refusal({ ...declined, issue: 'ITEM_TOTAL_MISMATCH' }))).not.toEqual([])
  expect(check({ ...refusal(declined), name: 'NO' })).not.toEqual([])
  expect(check({ ...refusal(declined), debug_id: undefined })).not.toEqual([])
})

test('an event and its resource must be complete', () => {
  const event = (resource: object) => ({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'capture', resource })
  expect(checkEvent(event({ id: '1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '1.00' } }))).toEqual([])
  expect(checkEvent(event({ id: '1', status: 'PAID' }))).not.toEqual([])
  expect(checkEvent(event({ id: '1', amount: { currency_code: 'USD' } }))).not.toEqual([])
})

test('a call that the contract does not know is an error', () => {
  expect(() => checkExchange(createExchange({ route: 'POST /v2/unheard_of' }))).toThrow('contract.ts')
})
