import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPayPalContract } from '#simulators/paypal/contract/contract.ts'
import { derivePayPalKeys, startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'

type Options = {
  stateFile?: string
  seed?: string
  now?: () => Date
  onRequest?: (req: IncomingMessage, res: ServerResponse) => void
}
type Json = Record<string, unknown>
/** An answer of the API; `body` is looked into freely by tests. */
export type Reply = { status: number; body: ReplyBody; headers: Headers }
type ReplyBody = {
  id: string
  status: string
  name: string
  links: { href: string; rel: string }[]
  details: { issue: string; field?: string }[]
  purchase_units: { payments: { captures: { id: string; status: string }[]; refunds: { id: string; status: string }[] } }[]
} & Json

const listen = async (answer: (req: IncomingMessage, res: ServerResponse) => void) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

/** Asks the sandbox for a token as the product does. */
export const requestToken = async (origin: string, keys: { clientId: string; clientSecret: string }, more: Record<string, string> = {}) => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...more })
  const answer = await fetch(`${origin}/v1/oauth2/token`, { method: 'POST', headers: { authorization: basic(keys) }, body })
  return { status: answer.status, body: (await answer.json()) as { access_token: string; expires_in: number } & Json }
}

/**
 * The sandbox with a small product around it, which serves its pages and hands every other request to `onRequest`. All that goes over the
 * wire is checked against PayPal's descriptions; `violations` must stay empty.
 */
export const startCheckedPayPal = async ({ onRequest, ...options }: Options = {}) => {
  const contract = createPayPalContract()
  const violations: string[] = []
  const logged: string[] = []
  const { server, url } = await listen((req, res) => {
    if (req.url?.startsWith(sandbox.pagesPath)) void sandbox.handlePage(req, res)
    else if (onRequest) onRequest(req, res)
    else res.end('product')
  })
  const start = () =>
    startPayPalSimulator({
      publicUrl: url,
      log: (line) => logged.push(line),
      observe: (seen) => violations.push(...('event' in seen ? contract.checkEvent(seen.event) : contract.checkExchange(seen.exchange))),
      ...options,
    })
  let sandbox = await start()
  const send = async (token: string, line: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await fetch(sandbox.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as ReplyBody, headers: answer.headers }
  }
  return {
    url,
    violations,
    logged,
    simulator: () => sandbox,
    send,
    /** One business: its calls carry a fresh access token. */
    business: async (seed: string) => {
      const { body } = await requestToken(sandbox.origin, derivePayPalKeys(seed))
      return (line: string, sent?: object, headers?: Record<string, string>) => send(body.access_token, line, sent, headers)
    },
    control: async (action: string, body: object = {}) => {
      const [method = '', path = ''] = action.split(' ')
      const answer = await fetch(sandbox.origin + path, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Json
    },
    restart: async () => {
      await sandbox.close()
      sandbox = await start()
    },
    close: async () => {
      await sandbox.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type CheckedPayPal = Awaited<ReturnType<typeof startCheckedPayPal>>
export type Business = Awaited<ReturnType<CheckedPayPal['business']>>

/** An order as the product makes it: one amount, our own reference, and where the buyer comes back to. */
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

const create = 'POST /v2/checkout/orders'
let lastKey = 0
const freshKey = () => {
  lastKey += 1
  return { 'paypal-request-id': `key-${lastKey}` }
}

/** Makes an order and answers its id. */
export const makeOrder = async (shop: CheckedPayPal, business: Business, ...rest: [value?: string, unit?: object]) =>
  (await business(create, orderBody(shop.url, ...rest), freshKey())).body.id

/** An order that was approved and captured. */
export const makeCapture = async (shop: CheckedPayPal, business: Business, funding = 'balance', value = '123.45') => {
  const order = await makeOrder(shop, business, value)
  await shop.control('POST /_sim/orders/approve', { order, funding })
  const { body } = await business(`POST /v2/checkout/orders/${order}/capture`)
  return { order, capture: body.purchase_units[0]?.payments.captures[0]?.id ?? '' }
}
