import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'

const patienceMs = 5_000
const tries = 3

/** How long to wait before asking again somebody who has too much to do; null for every other failure. */
const pauseMs = (error: unknown, tried: number): number | null => {
  if (!(error instanceof Stripe.errors.StripeRateLimitError)) return null
  const seconds = Number(error.headers?.['retry-after'])
  return Math.min(Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000 * 2 ** tried, patienceMs)
}

/**
 * Makes a call, and makes it again where Stripe only asks for patience, which its SDK doesn't grant. The caller's idempotency key makes that safe.
 * @param isObject the least by which the answer is known: the SDK also resolves bodies that are no such thing
 * @throws ProviderError
 */
export const callStripe = async <T extends { object?: string }>(call: () => Promise<T>, isObject: T['object']): Promise<T> => {
  for (let tried = 0; ; tried++) {
    try {
      const answer = await instrument('provider', { name: 'stripe', call: isObject ?? 'none' }, call)
      if (answer?.object !== isObject) throw new ProviderError(`Stripe gave an answer that is no ${String(isObject)}`)
      return answer
    } catch (error) {
      const pause = tried < tries - 1 ? pauseMs(error, tried) : null
      if (pause === null) throw error instanceof ProviderError ? error : problemOf(error)
      await sleep(pause)
    }
  }
}

/** What a failure means for us. */
const problemOf = (error: unknown): ProviderError => {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new ProviderError(`Stripe doesn't accept this secret key: ${said}`, { cause: error, isKeyRefused: true })
  return new ProviderError(isRefusal(error) ? said : `Stripe didn't answer as hoped: ${said}`, {
    cause: error,
    isSpent: isSpent(error),
    isRefused: isRefusal(error),
  })
}

/** Stripe doesn't know what it was asked about (any more), as after its owner cleared his test data. */
export const isResourceMissing = (error: unknown): boolean =>
  error instanceof ProviderError &&
  error.cause instanceof Stripe.errors.StripeInvalidRequestError &&
  error.cause.statusCode === 404 &&
  error.cause.code === 'resource_missing'

/** Asked for something else under this key before, or given a failure that Stripe keeps and repeats. */
const isSpent = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true')

/** Understood, and denied. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0)) ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeCardError
