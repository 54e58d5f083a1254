import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { OpenedCheckout, ProviderFixture } from '#features/payments/testing/contract/provider-fixture.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { createPayPalProvider } from '#server/providers/paypal/provider.ts'
import { createStripeProvider } from '#server/providers/stripe/provider.ts'
import { getPayPalHosts } from '../../src/server/providers/paypal/keys.ts'

type Options = { person: boolean; print: (line: string) => void }
type Variables = Record<string, string | undefined>
type Named = { name: string; bench: ProviderFixture }

const needsPerson = 'this test needs a person who pays on the page: run it again with --person'
/** No events are sent to it. */
const webhookUrl = 'https://billfold.example.com/api/webhooks/contract-check'
const timeoutSeconds = 300

/** Waits until `isPaid`, while a person pays on the page. @throws Error after five minutes */
const waitForPerson = async (print: Options['print'], address: string, isPaid: () => Promise<boolean>): Promise<void> => {
  print(`     Please pay here within five minutes: ${address}`)
  for (let waited = 0; waited < timeoutSeconds; waited += 5) {
    if (await isPaid()) return
    await pause(5_000)
  }
  throw new Error('the page was not paid within five minutes')
}

const createStripeFixture = (key: string, { person, print }: Options): ProviderFixture => {
  const provider = createStripeProvider({ secretKey: key, accountId: 'contract', sandbox: false, apiOrigin: null })
  const sdk = new Stripe(key, { timeout: 15_000, maxNetworkRetries: 2, telemetry: false })
  return {
    provider,
    stranger: createStripeProvider({ secretKey: 'sk_test_nobody', accountId: 'contract', sandbox: false, apiOrigin: null }),
    unknownRef: 'cs_test_a1b2c3d4e5f6',
    webhookUrl,
    pay: person
      ? ({ ref, url }) =>
          waitForPerson(print, `${url} (card 4242 4242 4242 4242)`, async () => (await provider.fetchStatus(ref)).state === 'paid')
      : needsPerson,
    charge: async () => {
      const intent = await sdk.paymentIntents.create({
        amount: 1_000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      })
      return typeof intent.latest_charge === 'string' ? intent.latest_charge : intent.latest_charge!.id
    },
  }
}

const createPayPalFixture = (keys: { clientId: string; clientSecret: string }, { person, print }: Options): ProviderFixture => {
  const common = { accountId: 'contract', sandbox: false, hosts: getPayPalHosts(null, 'test') }
  const provider = createPayPalProvider({ ...common, ...keys })
  const pay = async ({ attempt, ref }: OpenedCheckout) => {
    let attempts = 0
    await waitForPerson(print, `https://www.sandbox.paypal.com/checkoutnow?token=${ref} (a personal sandbox account)`, async () => {
      try {
        await provider.capture(ref, `${attempt.id}:c${attempts++}`)
        return true
      } catch (error) {
        if (error instanceof ProviderError && error.isRefused) return false
        throw error
      }
    })
  }
  return {
    provider,
    stranger: createPayPalProvider({ ...common, clientId: 'nobody', clientSecret: 'nothing' }),
    unknownRef: '0AA00000AA000000A',
    webhookUrl,
    pay: person ? pay : needsPerson,
    charge: needsPerson,
  }
}

const listStripe = (key: string, options: Options): Named[] => {
  if (/^(sk|rk)_test_(?!sim_)/.test(key)) return [{ name: 'Stripe', bench: createStripeFixture(key, options) }]
  options.print('Stripe: STRIPE_TEST_KEY is not a secret test key, which begins with sk_test_ or rk_test_. Live keys are refused.')
  return []
}

const listPayPal = async (keys: { clientId: string; clientSecret: string }, options: Options): Promise<Named[]> => {
  const provider = createPayPalProvider({ ...keys, accountId: 'contract', sandbox: false, hosts: getPayPalHosts(null, null) })
  try {
    if ((await provider.checkKeys()).mode === 'test') return [{ name: 'PayPal', bench: createPayPalFixture(keys, options) }]
    options.print('PayPal: these are keys of a live app, which are refused. Use those of a sandbox app.')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    options.print(`PayPal: ${error.message}`)
  }
  return []
}

/** The providers that have keys in the environment. Prints which are skipped, and why. */
export const createLiveProviders = async (variables: Variables, options: Options): Promise<Named[]> => {
  const { STRIPE_TEST_KEY: stripe, PAYPAL_TEST_CLIENT_ID: clientId, PAYPAL_TEST_CLIENT_SECRET: clientSecret } = variables
  if (!stripe) options.print('Stripe is skipped: STRIPE_TEST_KEY is not set.')
  if (!clientId || !clientSecret) options.print('PayPal is skipped: PAYPAL_TEST_CLIENT_ID and PAYPAL_TEST_CLIENT_SECRET are not set.')
  return [
    ...(stripe ? listStripe(stripe, options) : []),
    ...(clientId && clientSecret ? await listPayPal({ clientId, clientSecret }, options) : []),
  ]
}
