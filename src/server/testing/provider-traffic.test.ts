import { expect, test } from 'vitest'
import { checkProviderTraffic } from './provider-traffic.ts'

const stripe = (route: string, body: object, params = '') => ({ exchange: { route, params, status: 200, body: JSON.stringify(body) } })
const paypal = (route: string, status: number, body: object) => ({
  exchange: { route, query: '', requestId: null, prefer: null, params: '', status, body: JSON.stringify(body) },
})

test('no traffic is no violation', async () => {
  await expect(checkProviderTraffic().check()).resolves.toBeUndefined()
})

test('a reply that a provider would not send is named once, with its call', async () => {
  const wires = checkProviderTraffic()
  for (let time = 0; time < 3; time++) wires.stripe(stripe('GET /v1/account', { object: 'account' }))
  wires.stripe(stripe('GET /v1/account', {}, 'colour=red'))
  wires.paypal(paypal('GET /v2/checkout/orders/:id', 200, { id: 'O-1', status: 'PAID' }))
  wires.paypal(paypal('GET /v2/unknown', 200, {}))
  wires.paypal({ event: { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'cheque', resource: {} } })
  const error = await wires.check().catch((thrown: Error) => thrown.message)
  const said = String(error).split('\n').slice(1)
  expect(said.filter((line) => line.startsWith('GET /v1/account answer'))).toHaveLength(1)
  for (const begin of [
    /^GET \/v1\/account parameters .*colour/,
    /^GET \/v2\/checkout\/orders\/:id answer.*status/,
    /'GET \/v2\/unknown'/,
    /'cheque'/,
  ])
    expect(said.filter((line) => begin.test(line))).not.toEqual([])
})

test('an event is checked as it was when it was sent, whatever happened to its object later', async () => {
  const wires = checkProviderTraffic()
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'cheque', resource: {} }
  wires.paypal({ event })
  event.resource_type = 'bond'
  await expect(wires.check()).rejects.toThrow('cheque')
})
