import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPayPalProvider } from '#server/providers/paypal/provider.ts'
import { createStripeProvider } from '#server/providers/stripe/provider.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { startCheckedPayPal as startPayPal } from '#simulators/paypal/testing/checked-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { startCheckedStripe, submitCard, validCard } from '#simulators/stripe/testing/checked-simulator.ts'
import { BehaviourSkipped, behaviours } from './behaviours.ts'
import { type OpenedCheckout, openCheckout, type ProviderFixture } from './provider-fixture.ts'

// The simulators have the behavior that `npm run contract:live` checks with the real providers.

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

const paying = (fixture: Omit<ProviderFixture, 'charge'>): ProviderFixture => {
  const whole: ProviderFixture = {
    ...fixture,
    charge: async () => {
      const page = await openCheckout(whole)
      await (fixture.pay as (page: OpenedCheckout) => Promise<void>)(page)
      return (await fixture.provider.fetchStatus(page.ref)).charges[0]!.ref
    },
  }
  return whole
}

const stripeBench = async (): Promise<ProviderFixture> => {
  const server = await startCheckedStripe({ unchecked: true })
  ends.push(server.close)
  const common = { accountId: 'sandbox-1', sandbox: true, apiOrigin: server.simulator().origin }
  return paying({
    provider: createStripeProvider({ ...common, secretKey: deriveStripeKeys('contract').secretKey }),
    stranger: createStripeProvider({ ...common, secretKey: 'sk_test_nobody' }),
    unknownRef: 'cs_test_a1b2c3d4e5f6',
    webhookUrl: `${server.url}/hook`,
    pay: async ({ url }) => void (await submitCard(url, validCard)),
  })
}

const paypalBench = async (): Promise<ProviderFixture> => {
  const server = await startPayPal()
  ends.push(server.close)
  const common = { accountId: 'sandbox-1', sandbox: true, hosts: [{ origin: server.simulator().origin, mode: 'test' as const }] }
  const provider = createPayPalProvider({ ...common, ...derivePayPalKeys('contract') })
  return paying({
    provider,
    stranger: createPayPalProvider({ ...common, clientId: 'nobody', clientSecret: 'nothing' }),
    unknownRef: '0AA00000AA000000A',
    webhookUrl: `${server.url}/hook`,
    pay: async ({ attempt, ref }) => {
      await server.control('POST /_sim/orders/approve', { order: ref })
      await provider.capture(ref, `${attempt.id}:c0`)
    },
  })
}

describe.each([
  ['Stripe', stripeBench],
  ['PayPal', paypalBench],
])('%s', (_, start) => {
  let fixture: ProviderFixture
  beforeAll(async () => {
    fixture = await start()
  })
  test.each(behaviours)('$title', async ({ run }) => {
    // Without a capture there is nothing to test.
    await run(fixture).catch((error: unknown) => {
      if (!(error instanceof BehaviourSkipped)) throw error
      expect(fixture.provider.capture).toBeUndefined()
    })
  })
})
