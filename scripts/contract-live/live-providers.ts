import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { OpenedCheckout, ProviderFixture } from '#server/features/payments/testing/contract/provider-fixture.ts'
import { getPayPalHosts } from '#server/providers/paypal/hosts.ts'
import { createPayPalProvider } from '#server/providers/paypal/provider.ts'
import { createStripeProvider } from '#server/providers/stripe/provider.ts'

type Options = { person: boolean; say: (line: string) => void }
type Variables = Record<string, string | undefined>
type Named = { name: string; bench: ProviderFixture }

const needsPerson = 'this needs somebody who pays on the page: run it again with --person'
/** Nothing is sent there. */
const webhookUrl = 'https://billfold.example.com/api/webhooks/contract-check'
const secondsToPay = 300

/** Waits until `isPaid`, while a person pays at the address. */
const byHand = async (say: Options['say'], address: string, isPaid: () => Promise<boolean>): Promise<void> => {
  say(`     Please pay here within five minutes: ${address}`)
  for (let waited = 0; waited < secondsToPay; waited += 5) {
    if (await isPaid()) return
    await pause(5_000)
  }
  throw new Error('nobody paid within five minutes')
}

const stripeBench = (key: string, { person, say }: Options): ProviderFixture => {
  const provider = createStripeProvider({ secretKey: key, accountId: 'contract', sandbox: false, apiOrigin: null })
  const sdk = new Stripe(key, { timeout: 15_000, maxNetworkRetries: 2, telemetry: false })
  return {
    provider,
    stranger: createStripeProvider({ secretKey: 'sk_test_nobody', accountId: 'contract', sandbox: false, apiOrigin: null }),
    unknownRef: 'cs_test_a1b2c3d4e5f6',
    webhookUrl,
    pay: person
      ? ({ ref, url }) => byHand(say, `${url} (card 4242 4242 4242 4242)`, async () => (await provider.fetchStatus(ref)).state === 'paid')
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

const paypalBench = (keys: { clientId: string; clientSecret: string }, { person, say }: Options): ProviderFixture => {
  const common = { accountId: 'contract', sandbox: false, hosts: getPayPalHosts(null, 'test') }
  const provider = createPayPalProvider({ ...common, ...keys })
  const pay = async ({ attempt, ref }: OpenedCheckout) => {
    let tried = 0
    await byHand(say, `https://www.sandbox.paypal.com/checkoutnow?token=${ref} (a personal sandbox account)`, async () => {
      try {
        await provider.capture(ref, `${attempt.id}:c${tried++}`)
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

const stripeIfTest = (key: string, options: Options): Named[] => {
  if (/^(sk|rk)_test_(?!sim_)/.test(key)) return [{ name: 'Stripe', bench: stripeBench(key, options) }]
  options.say("Stripe: STRIPE_TEST_KEY isn't a secret test key of Stripe's, which begins with sk_test_ or rk_test_. Live keys are refused.")
  return []
}

const paypalIfTest = async (keys: { clientId: string; clientSecret: string }, options: Options): Promise<Named[]> => {
  const both = createPayPalProvider({ ...keys, accountId: 'contract', sandbox: false, hosts: getPayPalHosts(null, null) })
  try {
    if ((await both.checkKeys()).mode === 'test') return [{ name: 'PayPal', bench: paypalBench(keys, options) }]
    options.say('PayPal: these are keys of a live app, which are refused. Take those of a sandbox app.')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    options.say(`PayPal: ${error.message}`)
  }
  return []
}

/** The accounts that the variables give keys for; says which are left out, and why. */
export const createLiveProviders = async (variables: Variables, options: Options): Promise<Named[]> => {
  const { STRIPE_TEST_KEY: stripe, PAYPAL_TEST_CLIENT_ID: clientId, PAYPAL_TEST_CLIENT_SECRET: clientSecret } = variables
  if (!stripe) options.say('Stripe is left out: STRIPE_TEST_KEY is not set.')
  if (!clientId || !clientSecret) options.say('PayPal is left out: PAYPAL_TEST_CLIENT_ID and PAYPAL_TEST_CLIENT_SECRET are not set.')
  return [
    ...(stripe ? stripeIfTest(stripe, options) : []),
    ...(clientId && clientSecret ? await paypalIfTest({ clientId, clientSecret }, options) : []),
  ]
}
