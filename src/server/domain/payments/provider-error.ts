import { AppError } from '#server/platform/errors/app-error.ts'

type Reasons = { isKeySpent?: boolean; isRefused?: boolean; isKeyRefused?: boolean }

/** The provider could not be reached or gave no usable answer. The outcome of the call is unknown, and nothing was stored. */
export class ProviderError extends Error {
  /** The provider will repeat this answer for the same idempotency key: only a new attempt can succeed. */
  readonly isKeySpent: boolean
  /** The provider understood the request and refused it: a retry gives the same answer. */
  readonly isRefused: boolean
  /** The provider doesn't accept the API key. */
  readonly isKeyRefused: boolean
  constructor(message: string, { isKeySpent = false, isRefused = false, isKeyRefused = false, ...options }: ErrorOptions & Reasons = {}) {
    super(message, options)
    this.isKeySpent = isKeySpent
    this.isRefused = isRefused
    this.isKeyRefused = isKeyRefused
  }
}

/** The signature of a webhook event is missing, wrong or too old. */
export class InvalidSignature extends Error {}

/** A webhook event without an id and a type that can be stored, signed or not. */
export class InvalidEvent extends Error {}

/** The customer's payment method was declined. The same checkout accepts another one. */
export class PaymentDeclined extends Error {}

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
