import type Stripe from 'stripe'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import type { CheckedStripe } from './checked-simulator.ts'

export const day = 24 * 3600
export const withSecret = ['latest_invoice.confirmation_secret']

/** Creates a subscription as the product does. @returns what the browser needs to pay for it */
export const subscribe = async (harness: CheckedStripe, seed: string, lookupKey = 'billfold_monthly') => {
  const stripe = harness.client(seed)
  const [price] = (await stripe.prices.list({ lookup_keys: [lookupKey] })).data
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada Lovelace', metadata: { user: 'u1' } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: withSecret,
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const clientSecret = invoice.confirmation_secret?.client_secret ?? ''
  return { stripe, customer, subscription, clientSecret, key: deriveStripeKeys(seed).publishableKey }
}

/** Calls the API for browsers as Stripe.js does. */
export const requestAsBrowser = async (
  harness: Pick<CheckedStripe, 'url'>,
  { clientSecret, key }: { clientSecret: string; key: string },
  action: '' | '/confirm' | '/challenge',
  fields: Record<string, string> = {},
) => {
  const url = new URL(`/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}${action}`, harness.url)
  const form = new URLSearchParams({ key, client_secret: clientSecret, ...fields })
  if (action === '') url.search = form.toString()
  const answer = await fetch(url, action === '' ? {} : { method: 'POST', headers: { origin: harness.url }, body: form })
  return { status: answer.status, body: (await answer.json()) as { status?: string; error?: Record<string, unknown> } }
}

export const cardFields = (number = '4242424242424242', more: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '4',
  'payment_method_data[card][exp_year]': '41',
  'payment_method_data[card][cvc]': '123',
  ...more,
})

/** Subscribes and pays with the card. */
export const subscribeAndPay = async (harness: CheckedStripe, seed: string, number?: string, lookupKey?: string) => {
  const subscriber = await subscribe(harness, seed, lookupKey)
  const { status } = await requestAsBrowser(harness, subscriber, '/confirm', cardFields(number))
  if (status !== 200) throw new Error(`the card was refused: ${status}`)
  return subscriber
}
