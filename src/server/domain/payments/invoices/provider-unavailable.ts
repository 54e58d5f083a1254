import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** For a `catch`: 502, so that an unknown status is never reported as unpaid. */
export const toProviderUnavailable = (log: (line: string) => void) => (error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  log(error.message)
  throw new AppError(502, "The payment provider can't be reached at the moment. Please try again in a minute.")
}

/** 409 for the owner, who can replace a refused key. */
export const toProviderUnavailableForOwner = (log: (line: string) => void) => (error: unknown) => {
  if (!(error instanceof ProviderError && error.isKeyRefused)) return toProviderUnavailable(log)(error)
  log(error.message)
  throw new AppError(
    409,
    "The payment provider doesn't accept your key any more, so it can't be asked about this invoice's payments. Enter a new key in the business profile, or disconnect the provider there.",
  )
}
