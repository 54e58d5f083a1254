import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'

const maxDelayMs = 5_000
const maxTries = 3

export type StripeClient = {
  sdk: Stripe
  /**
   * The call needs an idempotency key or must not change anything. `object`: the SDK also resolves with other bodies. @throws ProviderError
   */
  call<T extends { object?: string }>(call: () => Promise<T>, object: T['object']): Promise<T>
}

const require = createRequire(import.meta.url)
let loaded: typeof Stripe | undefined

/** Loaded at its first use: a start does not need the SDK, and it takes a tenth of a second and 37 MB. */
export const loadStripe = (): typeof Stripe => (loaded ??= require('stripe') as typeof Stripe)

const toProviderError = (error: unknown): ProviderError => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof loadStripe().errors.StripeAuthenticationError)
    return new ProviderError(`Stripe doesn't accept this secret key: ${message}`, { cause: error, isKeyRefused: true })
  return new ProviderError(isRefusal(error) ? message : `Stripe didn't answer as hoped: ${message}`, {
    cause: error,
    isKeySpent: isKeySpent(error),
    isRefused: isRefusal(error),
  })
}

/** A retry with the same key fails again. */
export const refusedKey = (message: string, cause?: unknown) =>
  new ProviderError(message, { isRefused: true, isKeyRefused: true, ...(cause === undefined ? {} : { cause }) })

/** For example because the owner deleted the test data. */
export const isResourceMissing = (error: unknown): boolean =>
  error instanceof ProviderError &&
  error.cause instanceof loadStripe().errors.StripeInvalidRequestError &&
  error.cause.statusCode === 404 &&
  error.cause.code === 'resource_missing'

/** The idempotency key was used with other parameters, or Stripe has stored a 5xx answer for it, which it repeats. */
const isKeySpent = (error: unknown): boolean =>
  error instanceof loadStripe().errors.StripeIdempotencyError ||
  (error instanceof loadStripe().errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true')

const isRefusal = (error: unknown): boolean =>
  (error instanceof loadStripe().errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0)) ||
  error instanceof loadStripe().errors.StripePermissionError ||
  error instanceof loadStripe().errors.StripeCardError

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
