import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHarness } from '#simulators/kit/testing/harness.ts'
import { createPayPalContract } from '#simulators/paypal/contract/contract.ts'
import { derivePayPalKeys, type PayPalSimulatorOptions, startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'

type Options = Pick<PayPalSimulatorOptions, 'stateFile' | 'seed' | 'now'> & {
  onRequest?: (req: IncomingMessage, res: ServerResponse) => void
}
type Json = Record<string, unknown>
/** A response of the API. The body has the fields that tests read. */
export type Reply = { status: number; body: ReplyBody; headers: Headers }
type ReplyBody = {
  id: string
  status: string
  name: string
  links: { href: string; rel: string }[]
  details: { issue: string; field?: string }[]
  purchase_units: { payments: { captures: { id: string; status: string }[]; refunds: { id: string; status: string }[] } }[]
} & Json

const toBasicAuth = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

/** Requests a token as the product does. */
export const requestToken = async (origin: string, keys: { clientId: string; clientSecret: string }, more: Record<string, string> = {}) => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...more })
  const response = await fetch(`${origin}/v1/oauth2/token`, { method: 'POST', headers: { authorization: toBasicAuth(keys) }, body })
  return { status: response.status, body: (await response.json()) as { access_token: string; expires_in: number } & Json }
}

/** The simulator in a test harness. Everything on the wire is checked against PayPal's descriptions; `violations` must stay empty. */
export const startCheckedPayPal = async ({ onRequest, ...options }: Options = {}) => {
  const contract = createPayPalContract()
  const violations: string[] = []
  const harness = await startHarness({
    onRequest,
    start: ({ publicUrl, log }) =>
      startPayPalSimulator({
        publicUrl,
        log,
        observe: (observed) =>
          violations.push(...('event' in observed ? contract.checkEvent(observed.event) : contract.checkExchange(observed.exchange))),
        ...options,
      }),
  })
  const send = async (token: string, line: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(harness.simulator().origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as ReplyBody, headers: response.headers }
  }
  return {
    ...harness,
    violations,
    send,
    /** Sends requests of one business, with a new access token. */
    business: async (seed: string) => {
      const { body } = await requestToken(harness.simulator().origin, derivePayPalKeys(seed))
      return (line: string, sent?: object, headers?: Record<string, string>) => send(body.access_token, line, sent, headers)
    },
  }
}
export type CheckedPayPal = Awaited<ReturnType<typeof startCheckedPayPal>>
export type Business = Awaited<ReturnType<CheckedPayPal['business']>>

/** An order as the product creates it: one amount, the product's reference, and the return URLs. */
export const orderBody = (url: string, value = '123.45', unit: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      custom_id: 'attempt-1',
      description: 'Invoice INV-0042',
      amount: { currency_code: 'USD', value },
      ...unit,
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        brand_name: 'Bright Harbor',
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: `${url}/payment-success?invoice=abc`,
        cancel_url: `${url}/pay-invoice/abc`,
      },
    },
  },
})

let lastKey = 0
const createKey = () => {
  lastKey += 1
  return { 'paypal-request-id': `key-${lastKey}` }
}

/** Creates an order. @returns its id */
export const makeOrder = async (checked: CheckedPayPal, business: Business, ...rest: [value?: string, unit?: object]) =>
  (await business('POST /v2/checkout/orders', orderBody(checked.url, ...rest), createKey())).body.id

/** Creates, approves and captures an order. @returns the ids of order and capture */
export const makeCapture = async (checked: CheckedPayPal, business: Business, funding = 'balance', value = '123.45') => {
  const order = await makeOrder(checked, business, value)
  await checked.control('POST /_sim/orders/approve', { order, funding })
  const { body } = await business(`POST /v2/checkout/orders/${order}/capture`)
  return { order, capture: body.purchase_units[0]?.payments.captures[0]?.id ?? '' }
}
