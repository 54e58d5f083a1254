import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import { refusedKey, toProviderError } from './errors.ts'
import { loadStripe } from './sdk.ts'

const maxDelayMs = 5_000
const maxTries = 3

export type StripeClient = {
  sdk: Stripe
  /**
   * The call needs an idempotency key or must not change anything. `object`: the SDK also resolves with other bodies. @throws ProviderError
   */
  call<T extends { object?: string }>(call: () => Promise<T>, object: T['object']): Promise<T>
}

export const createStripeClient = (secretKey: string, apiOrigin: string | null, simulatorKeyMessage: string): StripeClient => ({
  sdk: new (loadStripe())(secretKey, { ...toHostOptions(apiOrigin), timeout: 15_000, maxNetworkRetries: 2, telemetry: false }),
  call: async (call, object) => {
    if (!apiOrigin && isSimulatorKey(secretKey)) throw refusedKey(simulatorKeyMessage)
    return callWithRetries(call, object)
  },
})

/** 'live' for 'sk_live_...', 'test' for 'rk_test_...' */
export const getKeyMode = (secretKey: string): 'live' | 'test' | null =>
  (/^(?:sk|rk)_(live|test)_/.exec(secretKey)?.[1] as 'live' | 'test' | undefined) ?? null

const isSimulatorKey = (secretKey: string): boolean => /^sk_(test|live)_sim_/.test(secretKey)

const toHostOptions = (origin: string | null): Stripe.StripeConfig => {
  if (!origin) return {}
  const { protocol, hostname, port } = new URL(origin)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port: Number(port) } : {}) }
}

const callWithRetries: StripeClient['call'] = async (call, object) => {
  for (let tried = 0; ; tried++) {
    try {
      const answer = await instrument('provider', { name: 'stripe', call: object ?? 'none' }, call)
      if (answer?.object !== object) throw new ProviderError(`Stripe gave an answer that is no ${String(object)}`)
      return answer
    } catch (error) {
      const delayMs = tried < maxTries - 1 ? getRateLimitDelayMs(error, tried) : null
      if (delayMs === null) throw error instanceof ProviderError ? error : toProviderError(error)
      await sleep(delayMs)
    }
  }
}

/** In milliseconds; null for any error but 429. */
const getRateLimitDelayMs = (error: unknown, tried: number): number | null => {
  if (!(error instanceof loadStripe().errors.StripeRateLimitError)) return null
  const seconds = Number(error.headers?.['retry-after'])
  return Math.min(Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000 * 2 ** tried, maxDelayMs)
}
