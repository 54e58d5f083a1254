import { deepEqual, equal, ok } from 'node:assert/strict'
import { InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import { bill, newAttempt, openCheckout, type ProviderFixture } from './provider-fixture.ts'

// The behavior of both providers that the product relies on, tested with the simulators and with the real providers.

/** Thrown by a behavior that can't be tested here; its message is the reason. */
export class BehaviourSkipped extends Error {}

export type Behaviour = { title: string; run(bench: ProviderFixture): Promise<void> }

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
    title: 'check tells whose test keys these are',
    run: async ({ provider }) => {
      const { accountId, mode } = await provider.checkKeys()
      ok(accountId.length > 3)
      equal(mode, 'test')
    },
  },
  {
    title: "check refuses keys that aren't there, and nothing else can be done with them",
    run: async ({ stranger, unknownRef }) => {
      const refused = await problem(stranger.checkKeys())
      deepEqual([refused.isKeyRefused, refused.isRefused], [true, true])
      equal((await problem(stranger.fetchStatus(unknownRef))).isKeyRefused, true)
    },
  },
  {
    title: 'an attempt opens one page, however often it is asked for',
    run: async (bench) => {
      const attempt = newAttempt(bench)
      const first = await bench.provider.openCheckout(attempt, bill)
      deepEqual(await bench.provider.openCheckout(attempt, bill), first)
      equal(first.url === null, bench.provider.name === 'paypal')
      await bench.provider.closeCheckout(first.ref)
    },
  },
  {
    title: 'the same attempt never opens a page for another amount',
    run: async (bench) => {
      const attempt = newAttempt(bench)
      const { ref } = await bench.provider.openCheckout(attempt, bill)
      const other = await bench.provider.openCheckout({ ...attempt, amount: cents(2_000) }, bill).catch((error: unknown) => error)
      if (other instanceof ProviderError) equal(other.isKeySpent, true)
      else equal((other as { ref: string }).ref, ref)
      await bench.provider.closeCheckout(ref)
    },
  },
  {
    title: 'an open page says whose attempt it is, and that no money came',
    run: async (bench) => {
      const { attempt, ref } = await openCheckout(bench)
      const { state, attemptId, charges } = await bench.provider.fetchStatus(ref)
      deepEqual({ state, attemptId, charges }, { state: 'open', attemptId: attempt.id, charges: [] })
      await bench.provider.closeCheckout(ref)
    },
  },
  {
    title: 'a page that nobody paid can be closed, also twice',
    run: async (bench) => {
      const { ref } = await openCheckout(bench)
      equal(await bench.provider.closeCheckout(ref), 'closed')
      equal(await bench.provider.closeCheckout(ref), 'closed')
      const { state, charges } = await bench.provider.fetchStatus(ref)
      // PayPal can't close an order: without a capture it stays open.
      equal(state, bench.provider.name === 'paypal' ? 'open' : 'expired')
      deepEqual(charges, [])
    },
  },
  {
    title: 'what the provider never heard of is no payment',
    run: async ({ provider, unknownRef }) => {
      const found = await provider.fetchStatus(unknownRef).catch((error: unknown) => error)
      if (found instanceof ProviderError) return equal(found.isKeyRefused, false)
      const { state, charges } = found as Awaited<ReturnType<typeof provider.fetchStatus>>
      deepEqual({ state, charges }, { state: 'expired', charges: [] })
    },
  },
  {
    title: 'no id leads to another call than the one that is meant',
    run: async ({ provider }) => {
      for (const ref of ['../account', '..', '%2e%2e', 'a/b', '']) await problem(provider.fetchStatus(ref))
    },
  },
  {
    title: 'an order that nobody approved gives no money',
    run: async (bench) => {
      if (!bench.provider.capture) throw new BehaviourSkipped('its page takes the money itself')
      const { attempt, ref } = await openCheckout(bench)
      equal((await problem(bench.provider.capture(ref, `${attempt.id}:c0`))).isRefused, true)
      equal((await bench.provider.fetchStatus(ref)).state, 'open')
    },
  },
  {
    title: 'events can be sent to an address, and no more once that is closed',
    run: async ({ provider, webhookUrl }) => {
      if (!URL.canParse(webhookUrl)) throw new BehaviourSkipped(webhookUrl)
      const kept = await provider.registerWebhook(webhookUrl)
      try {
        const event = Buffer.from('{"id":"evt_1","object":"event","event_type":"X","resource":{}}')
        const error = await provider.verifyWebhook(event, {}, kept, new Date()).catch((thrown: unknown) => thrown)
        ok(error instanceof InvalidSignature, `an event that nobody signed was not refused: ${String(error)}`)
      } finally {
        await provider.removeWebhook(kept.webhookId)
      }
      await provider.removeWebhook(kept.webhookId)
    },
  },
  {
    title: 'a payment is read exactly as it was asked for, and its page is closed by it',
    run: async (bench) => {
      const pay = given(bench.pay)
      const page = await openCheckout(bench)
      await pay(page)
      const { state, attemptId, charges } = await bench.provider.fetchStatus(page.ref)
      deepEqual([state, attemptId, charges.length], ['paid', page.attempt.id, 1])
      const { amount, refunded, currency, dispute, succeeded, at } = charges[0]!
      deepEqual(
        { amount, refunded, currency, dispute, succeeded },
        { amount: 1_000, refunded: 0, currency: 'usd', dispute: null, succeeded: true },
      )
      ok(Math.abs(Date.now() - at.getTime()) < 15 * 60_000, `the payment says that it was made at ${at.toISOString()}`)
      equal(await bench.provider.closeCheckout(page.ref), 'was-paid')
      const { ref, status } = await bench.provider.refund(charges[0]!.ref, cents(250), `${page.attempt.id}-refund`)
      ok(status === 'succeeded' || status === 'pending', `the refund ${ref} is ${status}`)
      equal((await bench.provider.fetchStatus(page.ref)).charges[0]!.refunded, 250)
    },
  },
  {
    title: 'money goes back once for each key, and never more than came',
    run: async (bench) => {
      const charge = await given(bench.charge)()
      const key = newAttempt(bench).id
      const first = await bench.provider.refund(charge, cents(400), `${key}-1`)
      equal((await bench.provider.refund(charge, cents(400), `${key}-1`)).ref, first.ref)
      if (bench.provider.fetchRefund) equal((await bench.provider.fetchRefund(first.ref)).ref, first.ref)
      equal((await problem(bench.provider.refund(charge, cents(601), `${key}-2`))).isRefused, true)
      const rest = await bench.provider.refund(charge, cents(600), `${key}-3`)
      ok(rest.ref !== first.ref)
    },
  },
]
