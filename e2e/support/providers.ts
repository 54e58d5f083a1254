import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageFont, pageStyle } from '#server/platform/http/page-style.ts'
import { derivePayPalKeys, startPayPalSimulator } from '../../simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys, startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts'
import { startApp } from './app.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

type SimulatorControl = (action: string, body?: object) => Promise<unknown>
export type Providers = {
  /** Environment variables that make the app use the simulators instead of the real hosts. */
  env: Record<string, string>
  /** The origin of the simulators' pages, which users open in the browser. */
  pages: string
  /** Sends a control action to the Stripe simulator, e.g. ('clock', { advanceSeconds: 90 }). */
  stripe: SimulatorControl
  /** Sends a control action to the PayPal simulator. */
  paypal: SimulatorControl
}

/** Starts the simulators of both providers outside the app. Businesses use them with their own keys, not with the built-in sandbox. */
const startProviders = async () => {
  let handle: Parameters<typeof createServer>[1] = () => undefined
  const pages = createServer((req, res) => handle?.(req, res))
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const stripe = await startStripeSimulator({ publicUrl })
  const paypal = await startPayPalSimulator({ publicUrl })
  handle = (req, res) => {
    // The app serves style and font beside its own sandbox.
    if (req.url === '/page-style.css') return res.setHeader('content-type', 'text/css').end(pageStyle)
    if (req.url === pageFont) return res.end(readFileSync(`dist${pageFont}`))
    return void (req.url?.startsWith(paypal.pagesPath) ? paypal : stripe).handlePage(req, res)
  }
  const createControl =
    (origin: string): SimulatorControl =>
    async (action, body = {}) => {
      const reply = await fetch(`${origin}/_sim/${action}`, { method: 'POST', body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${action}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    }
  return {
    providers: {
      // Keeps the built-in sandbox available for businesses without keys.
      env: { SANDBOX: 'on', STRIPE_API_ORIGIN: stripe.origin, PAYPAL_API_ORIGIN: paypal.origin },
      pages: publicUrl,
      stripe: createControl(stripe.origin),
      paypal: createControl(paypal.origin),
    },
    close: async () => {
      await stripe.close()
      await paypal.close()
      pages.closeAllConnections()
      pages.close()
    },
  }
}

/** Returns a business's keys for both providers. The same seed gives the same accounts. */
export const createProviderKeys = (seed: string) => {
  const [stripe, paypal] = [deriveStripeKeys(seed), derivePayPalKeys(seed)]
  return {
    stripePublishableKey: stripe.publishableKey,
    stripeSecretKey: stripe.secretKey,
    paypalClientId: paypal.clientId,
    paypalClientSecret: paypal.clientSecret,
  }
}

/** Extends `test` with an app that uses these providers. The app learns about payments only when it requests their status. */
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
