import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChecked as startPayPal } from '#server/sandbox/paypal/contract/checked-sandbox.ts'
import { sandboxPayPalKeys } from '#server/sandbox/paypal/paypal-sandbox.ts'
import { goodCard, startChecked, submitCard } from '#server/sandbox/stripe/contract/checked-sandbox.ts'
import { sandboxKeys } from '#server/sandbox/stripe/stripe-sandbox.ts'
import { paypalProvider } from '../../paypal/provider.ts'
import { stripeProvider } from '../../stripe.ts'
import { behaviours, NotTried } from './behaviours.ts'
import { type Bench, type Opened, opened } from './bench.ts'

// The built-in stand-ins behave as `npm run contract:live` asks of the real ones.

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

const paying = (bench: Omit<Bench, 'charge'>): Bench => {
  const whole: Bench = {
    ...bench,
    charge: async () => {
      const page = await opened(whole)
      await (bench.pay as (page: Opened) => Promise<void>)(page)
      return (await bench.provider.read(page.ref)).charges[0]!.ref
    },
  }
  return whole
}

const stripeBench = async (): Promise<Bench> => {
  const shop = await startChecked({ unchecked: true })
  ends.push(shop.close)
  const common = { accountId: 'sandbox-1', sandbox: true, apiOrigin: shop.sandbox().origin }
  return paying({
    provider: stripeProvider({ ...common, secretKey: sandboxKeys('contract').secretKey }),
    stranger: stripeProvider({ ...common, secretKey: 'sk_test_nobody' }),
    unknownRef: 'cs_test_a1b2c3d4e5f6',
    webhookUrl: `${shop.url}/hook`,
    pay: async ({ url }) => void (await submitCard(url, goodCard)),
  })
}

const paypalBench = async (): Promise<Bench> => {
  const shop = await startPayPal()
  ends.push(shop.close)
  const common = { accountId: 'sandbox-1', sandbox: true, apiOrigins: [{ origin: shop.sandbox().origin, mode: 'test' as const }] }
  const provider = paypalProvider({ ...common, ...sandboxPayPalKeys('contract') })
  return paying({
    provider,
    stranger: paypalProvider({ ...common, clientId: 'nobody', clientSecret: 'nothing' }),
    unknownRef: '0AA00000AA000000A',
    webhookUrl: `${shop.url}/hook`,
    pay: async ({ attempt, ref }) => {
      await shop.plane('POST /_sim/orders/approve', { order: ref })
      await provider.capture(ref, `${attempt.id}:c0`)
    },
  })
}

describe.each([
  ['Stripe', stripeBench],
  ['PayPal', paypalBench],
])('%s', (_, start) => {
  let bench: Bench
  beforeAll(async () => {
    bench = await start()
  })
  test.each(behaviours)('$title', async ({ run }) => {
    // What a page does by itself there is nothing to try.
    await run(bench).catch((error: unknown) => {
      if (!(error instanceof NotTried)) throw error
      expect(bench.provider.capture).toBeUndefined()
    })
  })
})
