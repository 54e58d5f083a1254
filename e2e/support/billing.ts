import type { Page } from '@playwright/test'
import { deriveStripeKeys } from '../../simulators/stripe/stripe-simulator.ts'
import { startApp } from './app.ts'
import { type Providers, test as withProviders } from './providers.ts'

export { expect } from './test.ts'

/** Card numbers for which the Stripe simulator has a defined result. */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksBank: '4000002500003155',
  failsLater: '4000000000000341',
}

const keys = deriveStripeKeys('e2e billing')
const scripts = 'https://js.stripe.com/endive/'
const api = 'https://api.stripe.com/v1/'

/** Replaces the relative URLs in the simulator's scripts with Stripe's real hosts: scripts load from one host and call the API on another. */
const withRealHosts = (name: string, code: string) => {
  if (name === 'stripe.js') return code.replace('document.currentScript.src', `'${scripts}stripe.js'`)
  return name === 'api.js' ? code.replace("new URL('../v1/', import.meta.url)", `new URL('${api}')`) : code
}

/** Intercepts the browser's requests to Stripe's real hosts, and answers them with responses from the simulator. */
const routeToSimulator = async (page: Page, { pages }: Providers) => {
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(`${scripts}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!
    const code = await (await fetch(`${pages}/sandbox/stripe/v3/${name}`)).text()
    await route.fulfill({ headers, contentType: 'text/javascript', body: withRealHosts(name, code) })
  })
  await page.route(`${api}**`, async (route) => {
    const request = route.request()
    const reply = await fetch(request.url().replace(api, `${pages}/sandbox/stripe/v1/`), {
      method: request.method(),
      headers: { origin: pages, 'content-type': 'application/x-www-form-urlencoded' },
      body: request.postData(),
    })
    await route.fulfill({ status: reply.status, headers, contentType: 'application/json', body: await reply.text() })
  })
}

/** Returns all objects of one kind that the simulator stores for the account that sells the app's own plans. */
const listSimulatorObjects = async ({ env }: Providers, kind: string): Promise<{ id: string; [field: string]: unknown }[]> => {
  const dump = (await (await fetch(`${env.STRIPE_API_ORIGIN}/_sim/dump`)).json()) as {
    accounts: Record<string, { publishableKey: string; objects: Record<string, Record<string, never>> }>
  }
  const own = Object.values(dump.accounts).find(({ publishableKey }) => publishableKey === keys.publishableKey)
  return Object.values(own?.objects[kind] ?? {})
}

/** Creates and pays a second subscription directly at the provider, without the app, as is possible in the provider's dashboard. */
const subscribeAgain = async (providers: Providers, email: string) => {
  const customer = (await listSimulatorObjects(providers, 'customer')).find((customer) => customer.email === email)!
  const price = (await listSimulatorObjects(providers, 'price')).find((price) => price.lookup_key === 'billfold_monthly')!
  const post = async (url: string, fields: Record<string, string>, headers: Record<string, string>) => {
    const reply = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { latest_invoice: { confirmation_secret: { client_secret: string } } }
  }
  const opened = await post(
    `${providers.env.STRIPE_API_ORIGIN}/v1/subscriptions`,
    {
      customer: customer.id,
      'items[0][price]': price.id,
      payment_behavior: 'default_incomplete',
      'expand[0]': 'latest_invoice.confirmation_secret',
    },
    { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
  )
  const secret = opened.latest_invoice.confirmation_secret.client_secret
  await post(
    `${providers.pages}/sandbox/stripe/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`,
    {
      key: keys.publishableKey,
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': testCards.good,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '41',
      'payment_method_data[card][cvc]': '123',
    },
    { origin: providers.pages },
  )
}

type Fixtures = { billing: { subscribeAgain(email: string): Promise<void> } }

/**
 * Extends the test from `providers.ts` with an app that sells its own plans through Stripe, with its own keys.
 * On every page, the simulator answers requests to Stripe's hosts.
 */
export const test = withProviders.extend<Fixtures>({
  app: [
    async ({ providers }, use) => {
      const app = await startApp({
        ...providers.env,
        BILLING_STRIPE_SECRET_KEY: keys.secretKey,
        BILLING_STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  page: async ({ page, providers }, use) => {
    await routeToSimulator(page, providers)
    await use(page)
  },
  billing: async ({ providers }, use) => use({ subscribeAgain: (email) => subscribeAgain(providers, email) }),
})

/** Waits for the card provider's fields. The timeout is long because about six requests must finish first. */
export const cardForm = (page: Page) => page.getByLabel('Card number').waitFor({ timeout: 20_000 })

/** Fills the card provider's fields. */
export const fillCard = async (page: Page, number = testCards.good) => {
  await cardForm(page)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

/** Subscribes to a plan on the subscribe page, waits for the welcome message, and chooses to stay on the page. */
export const subscribe = async (page: Page, plan: 'Monthly' | 'Yearly', number?: string) => {
  await page.goto(`/subscribe?plan=${plan.toLowerCase()}`)
  await fillCard(page, number)
  await page.getByRole('button', { name: `Subscribe to ${plan} Plan` }).click()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
}

/** The sidebar, which shows the current plan at the bottom. */
export const planLine = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Logout' })

/** Returns the subscription status of the signed-in user from the server. */
export const getSubscriptionStatus = async (page: Page) => (await page.request.get('/api/user/status')).json()
