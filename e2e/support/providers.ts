import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { derivePayPalKeys, startPayPalSimulator } from '../../simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys, startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts'
import { startApp } from './app.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

type Plane = (action: string, body?: object) => Promise<unknown>
export type Providers = {
  /** The settings that have the app take them for the real hosts. */
  env: Record<string, string>
  /** Where their pages are, which people open. */
  pages: string
  /** Tells the card provider's stand-in what happens there, e.g. ('clock', { advanceSeconds: 90 }). */
  stripe: Plane
  /** The same for the wallet's. */
  paypal: Plane
}

/** Both providers' stand-ins, outside the app: whoever uses them there does it with keys of his own. */
const startProviders = async () => {
  let handle: Parameters<typeof createServer>[1] = () => undefined
  const pages = createServer((req, res) => handle?.(req, res))
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const stripe = await startStripeSimulator({ publicUrl })
  const paypal = await startPayPalSimulator({ publicUrl })
  handle = (req, res) => void (req.url?.startsWith(paypal.pagesPath) ? paypal : stripe).handlePage(req, res)
  const plane =
    (origin: string): Plane =>
    async (action, body = {}) => {
      const reply = await fetch(`${origin}/_sim/${action}`, { method: 'POST', body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${action}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    }
  return {
    providers: {
      // A business without keys has the built-in sandbox all the same.
      env: { SANDBOX: 'on', STRIPE_API_ORIGIN: stripe.origin, PAYPAL_API_ORIGIN: paypal.origin },
      pages: publicUrl,
      stripe: plane(stripe.origin),
      paypal: plane(paypal.origin),
    },
    close: async () => {
      await stripe.close()
      await paypal.close()
      pages.closeAllConnections()
      pages.close()
    },
  }
}

/** A business's keys with both; the same seed gives the same account. */
export const createProviderKeys = (seed: string) => {
  const [stripe, paypal] = [deriveStripeKeys(seed), derivePayPalKeys(seed)]
  return {
    stripePublishableKey: stripe.publishableKey,
    stripeSecretKey: stripe.secretKey,
    paypalClientId: paypal.clientId,
    paypalClientSecret: paypal.clientSecret,
  }
}

/** As `test`, with an app that pays at these providers, and can only learn of payments by asking. */
export const test = base.extend<object, { providers: Providers }>({
  providers: [
    async ({}, use) => {
      const { providers, close } = await startProviders()
      await use(providers)
      await close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ providers }, use) => {
      const app = await startApp(providers.env)
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
