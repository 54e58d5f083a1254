import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { loadStripeContract } from '#simulators/stripe/contract/contract.ts'
import { deriveStripeKeys, type Mode, type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'

type Options = {
  unchecked?: boolean
  stateFile?: string
  now?: () => Date
  seed?: string
  liveAccounts?: boolean
  onRequest?: (req: IncomingMessage, res: ServerResponse) => void
}

const listen = async (answer: (req: IncomingMessage, res: ServerResponse) => void) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The SDK pointed at the sandbox, as the product points it. */
export const createClient = (
  sandbox: StripeSimulator,
  seed: string,
  config: { maxNetworkRetries?: number; secretKey?: string; mode?: Mode } = {},
) => {
  const { hostname, port } = new URL(sandbox.origin)
  const { mode = 'test', secretKey = deriveStripeKeys(seed, mode).secretKey, ...rest } = config
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, timeout: 5000, telemetry: false, ...rest })
}

/**
 * The sandbox with a small product around it, which serves its pages and hands every other request to `onRequest`. All that goes
 * over the wire is checked against the SDK's typings; `violations` must stay empty. With `unchecked` nothing is.
 */
export const startCheckedStripe = async ({ onRequest, unchecked = false, ...options }: Options = {}) => {
  const checker = unchecked ? undefined : await loadStripeContract()
  const violations: string[] = []
  const logged: string[] = []
  const events: Stripe.Event[] = []
  const { server, url } = await listen((req, res) => {
    if (req.url?.startsWith(sandbox.pagesPath)) void sandbox.handlePage(req, res)
    else if (onRequest) onRequest(req, res)
    else res.end('product')
  })
  const start = () =>
    startStripeSimulator({
      publicUrl: url,
      log: (line) => logged.push(line),
      observe: (seen) => {
        if ('event' in seen) events.push(seen.event as Stripe.Event)
        violations.push(...(('event' in seen ? checker?.checkEvent(seen.event) : checker?.checkExchange(seen.exchange)) ?? []))
      },
      ...options,
    })
  let sandbox = await start()
  return {
    url,
    violations,
    logged,
    /** What was announced to endpoints, once for each that wants it, in order. */
    events,
    simulator: () => sandbox,
    client: (seed: string, config?: Parameters<typeof createClient>[2]) => createClient(sandbox, seed, config),
    control: async (action: string, body: object = {}) => {
      const [method = '', path = ''] = action.split(' ')
      const answer = await fetch(sandbox.origin + path, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Record<string, unknown>
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
export type CheckedStripe = Awaited<ReturnType<typeof startCheckedStripe>>

/** A session as the product creates it: one line of `cents`. */
export const sessionParams = (url: string, cents = 12_345): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: 'attempt-1',
  line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Invoice INV-0042' } } }],
  success_url: `${url}/payment-success?invoice=abc&session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${url}/pay-invoice/abc`,
  customer_email: 'buyer@example.com',
  metadata: { attempt: 'attempt-1' },
  payment_intent_data: { metadata: { attempt: 'attempt-1' } },
})

export const validCard = { number: '4242 4242 4242 4242', expiry: '04 / 41', cvc: '123', name: 'Ada Lovelace' }

/** Posts the hosted page's form as a browser does. */
export const submitCard = (pageUrl: string | null, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  if (pageUrl === null) throw new Error('the session has no page')
  const origin = { origin: new URL(pageUrl).origin }
  return fetch(pageUrl, { method: 'POST', redirect: 'manual', headers: { ...origin, ...headers }, body: new URLSearchParams(fields) })
}

/** Has a new session of the account paid with the card, and reads what came of it; `before` runs first, with the account's client. */
export const pay = async (
  shop: CheckedStripe,
  seed: string,
  number = validCard.number,
  before: (stripe: Stripe) => Promise<void> = async () => {},
  config?: Parameters<typeof createClient>[2],
) => {
  const stripe = shop.client(seed, config)
  await before(stripe)
  const { id, url } = await stripe.checkout.sessions.create(sessionParams(shop.url))
  await submitCard(url, { ...validCard, number })
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { stripe, session, intent, charge: intent.latest_charge as Stripe.Charge }
}
