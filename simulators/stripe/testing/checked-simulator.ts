import type { IncomingMessage, ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { startHarness } from '#simulators/kit/testing/harness.ts'
import { loadStripeContract } from '#simulators/stripe/contract/contract.ts'
import {
  deriveStripeKeys,
  type Mode,
  type StripeSimulator,
  type StripeSimulatorOptions,
  startStripeSimulator,
} from '#simulators/stripe/stripe-simulator.ts'

type Options = Pick<StripeSimulatorOptions, 'stateFile' | 'now' | 'seed' | 'liveAccounts'> & {
  /** Skips the check of the wire. */
  unchecked?: boolean
  onRequest?: (req: IncomingMessage, res: ServerResponse) => void
}

/** The SDK, configured for the simulator as the product does it. */
export const createClient = (
  simulator: StripeSimulator,
  seed: string,
  config: { maxNetworkRetries?: number; secretKey?: string; mode?: Mode } = {},
) => {
  const { hostname, port } = new URL(simulator.origin)
  const { mode = 'test', secretKey = deriveStripeKeys(seed, mode).secretKey, ...rest } = config
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, timeout: 5000, telemetry: false, ...rest })
}

/** The simulator in a test harness. Everything on the wire is checked against the SDK's types; `violations` must stay empty. */
export const startCheckedStripe = async ({ onRequest, unchecked = false, ...options }: Options = {}) => {
  const contract = unchecked ? undefined : await loadStripeContract()
  const violations: string[] = []
  const events: Stripe.Event[] = []
  const harness = await startHarness({
    onRequest,
    start: ({ publicUrl, log }) =>
      startStripeSimulator({
        publicUrl,
        log,
        observe: (observed) => {
          if ('event' in observed) events.push(observed.event as Stripe.Event)
          violations.push(
            ...(('event' in observed ? contract?.checkEvent(observed.event) : contract?.checkExchange(observed.exchange)) ?? []),
          )
        },
        ...options,
      }),
  })
  return {
    ...harness,
    violations,
    /** The emitted events in order, once for each endpoint that listens to them. */
    events,
    client: (seed: string, config?: Parameters<typeof createClient>[2]) => createClient(harness.simulator(), seed, config),
  }
}
export type CheckedStripe = Awaited<ReturnType<typeof startCheckedStripe>>

/** A session as the product creates it, with one line of `cents`. */
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

/** Pays a new session of the account by card, and reads the result. `before` runs first, with the account's client. */
export const payCheckout = async (
  checked: CheckedStripe,
  seed: string,
  number = validCard.number,
  before: (stripe: Stripe) => Promise<void> = async () => {},
  config?: Parameters<typeof createClient>[2],
) => {
  const stripe = checked.client(seed, config)
  await before(stripe)
  const { id, url } = await stripe.checkout.sessions.create(sessionParams(checked.url))
  await submitCard(url, { ...validCard, number })
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { stripe, session, intent, charge: intent.latest_charge as Stripe.Charge }
}
