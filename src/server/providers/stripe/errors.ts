import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { loadStripe } from './sdk.ts'

export const toProviderError = (error: unknown): ProviderError => {
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
