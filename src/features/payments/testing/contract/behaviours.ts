import { deepEqual, equal, ok } from 'node:assert/strict'
import { InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import { checkoutDetails, newAttempt, openCheckout, type ProviderFixture } from './provider-fixture.ts'

// The behavior of both providers that the product relies on, tested with the simulators and with the real providers.

/** Thrown by a behavior that can't be tested here; its message is the reason. */
export class BehaviourSkipped extends Error {}

export type Behaviour = { title: string; run(fixture: ProviderFixture): Promise<void> }

const problem = async (promise: Promise<unknown>): Promise<ProviderError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  ok(error instanceof ProviderError, `a ProviderError was expected, not ${String(error)}`)
  return error
}
const given = <T>(what: T | string): T => {
  if (typeof what === 'string') throw new BehaviourSkipped(what)
  return what
}

export const behaviours: Behaviour[] = [
  {
    title: 'checkKeys returns the account and the mode of test keys',
    run: async ({ provider }) => {
      const { accountId, mode } = await provider.checkKeys()
      ok(accountId.length > 3)
      equal(mode, 'test')
    },
  },
  {
    title: 'checkKeys refuses unknown keys, and so does every other call',
    run: async ({ stranger, unknownRef }) => {
      const refused = await problem(stranger.checkKeys())
      deepEqual([refused.isKeyRefused, refused.isRefused], [true, true])
      equal((await problem(stranger.fetchStatus(unknownRef))).isKeyRefused, true)
    },
  },
  {
    title: 'an attempt opens one checkout, however often it is requested',
    run: async (fixture) => {
      const attempt = newAttempt(fixture)
      const first = await fixture.provider.openCheckout(attempt, checkoutDetails)
      deepEqual(await fixture.provider.openCheckout(attempt, checkoutDetails), first)
      equal(first.url === null, fixture.provider.name === 'paypal')
      await fixture.provider.closeCheckout(first.ref)
    },
  },
  {
    title: 'the same attempt never opens a checkout for another amount',
    run: async (fixture) => {
      const attempt = newAttempt(fixture)
      const { ref } = await fixture.provider.openCheckout(attempt, checkoutDetails)
      const other = await fixture.provider
        .openCheckout({ ...attempt, amount: cents(2_000) }, checkoutDetails)
        .catch((error: unknown) => error)
      if (other instanceof ProviderError) equal(other.isKeySpent, true)
      else equal((other as { ref: string }).ref, ref)
      await fixture.provider.closeCheckout(ref)
    },
  },
  {
    title: 'an open checkout names its attempt and has no charges',
    run: async (fixture) => {
      const { attempt, ref } = await openCheckout(fixture)
      const { state, attemptId, charges } = await fixture.provider.fetchStatus(ref)
      deepEqual({ state, attemptId, charges }, { state: 'open', attemptId: attempt.id, charges: [] })
      await fixture.provider.closeCheckout(ref)
    },
  },
  {
    title: 'an unpaid checkout can be closed, also twice',
    run: async (fixture) => {
      const { ref } = await openCheckout(fixture)
      equal(await fixture.provider.closeCheckout(ref), 'closed')
      equal(await fixture.provider.closeCheckout(ref), 'closed')
      const { state, charges } = await fixture.provider.fetchStatus(ref)
      // PayPal can't close an order: without a capture it stays open.
      equal(state, fixture.provider.name === 'paypal' ? 'open' : 'expired')
      deepEqual(charges, [])
    },
  },
  {
    title: 'an id that the provider does not know is no payment',
    run: async ({ provider, unknownRef }) => {
      const found = await provider.fetchStatus(unknownRef).catch((error: unknown) => error)
      if (found instanceof ProviderError) return equal(found.isKeyRefused, false)
      const { state, charges } = found as Awaited<ReturnType<typeof provider.fetchStatus>>
      deepEqual({ state, charges }, { state: 'expired', charges: [] })
    },
  },
  {
    title: 'no id can lead to another call than the intended one',
    run: async ({ provider }) => {
      for (const ref of ['../account', '..', '%2e%2e', 'a/b', '']) await problem(provider.fetchStatus(ref))
    },
  },
  {
    title: 'an order that was not approved cannot be captured',
    run: async (fixture) => {
      if (!fixture.provider.capture) throw new BehaviourSkipped('its page takes the money itself')
      const { attempt, ref } = await openCheckout(fixture)
      equal((await problem(fixture.provider.capture(ref, `${attempt.id}:c0`))).isRefused, true)
      equal((await fixture.provider.fetchStatus(ref)).state, 'open')
    },
  },
  {
    title: 'a webhook is registered for a URL, verifies no forged event, and is removed',
    run: async ({ provider, webhookUrl }) => {
      if (!URL.canParse(webhookUrl)) throw new BehaviourSkipped(webhookUrl)
      const registration = await provider.registerWebhook(webhookUrl)
      try {
        const event = Buffer.from('{"id":"evt_1","object":"event","event_type":"X","resource":{}}')
        const error = await provider.verifyWebhook(event, {}, registration, new Date()).catch((thrown: unknown) => thrown)
        ok(error instanceof InvalidSignature, `a forged event was not refused: ${String(error)}`)
      } finally {
        await provider.removeWebhook(registration.webhookId)
      }
      await provider.removeWebhook(registration.webhookId)
    },
  },
  {
    title: 'a payment has exactly the requested amount, and closes its checkout',
    run: async (fixture) => {
      const pay = given(fixture.pay)
      const page = await openCheckout(fixture)
      await pay(page)
      const { state, attemptId, charges } = await fixture.provider.fetchStatus(page.ref)
      deepEqual([state, attemptId, charges.length], ['paid', page.attempt.id, 1])
      const { amount, refunded, currency, dispute, succeeded, at } = charges[0]!
      deepEqual(
        { amount, refunded, currency, dispute, succeeded },
        { amount: cents(1_000), refunded: 0, currency: 'usd', dispute: null, succeeded: true },
      )
      ok(Math.abs(Date.now() - at.getTime()) < 15 * 60_000, `the payment says that it was made at ${at.toISOString()}`)
      equal(await fixture.provider.closeCheckout(page.ref), 'was-paid')
      const { ref, status } = await fixture.provider.refund(
        charges[0]!.ref,
        { amount: cents(250), currency: 'usd' },
        `${page.attempt.id}-refund`,
      )
      ok(status === 'succeeded' || status === 'pending', `the refund ${ref} is ${status}`)
      equal((await fixture.provider.fetchStatus(page.ref)).charges[0]!.refunded, cents(250))
    },
  },
  {
    title: 'a refund is made once for each idempotency key, and never exceeds the charge',
    run: async (fixture) => {
      const charge = await given(fixture.charge)()
      const key = newAttempt(fixture).id
      const first = await fixture.provider.refund(charge, { amount: cents(400), currency: 'usd' }, `${key}-1`)
      equal((await fixture.provider.refund(charge, { amount: cents(400), currency: 'usd' }, `${key}-1`)).ref, first.ref)
      if (fixture.provider.fetchRefund) equal((await fixture.provider.fetchRefund(first.ref)).ref, first.ref)
      equal((await problem(fixture.provider.refund(charge, { amount: cents(601), currency: 'usd' }, `${key}-2`))).isRefused, true)
      const rest = await fixture.provider.refund(charge, { amount: cents(600), currency: 'usd' }, `${key}-3`)
      ok(rest.ref !== first.ref)
    },
  },
]
