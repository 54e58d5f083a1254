import { AppError } from '#server/platform/errors.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

/** Where the operator has given no key of the provider's, and no sandbox stands in for it. */
export const billingNotSetUp = () =>
  new AppError(
    503,
    "Plans can't be bought on this server yet: whoever runs it has to set BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY.",
  )

/** Tells a person what a failure of the provider means for him. For a `catch`. */
export const toAppError =
  (log: (line: string) => void) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    log(`Billing: ${error.message}`)
    if (error.isKeyRefused)
      throw new AppError(
        503,
        "The payment provider doesn't accept this server's key, so plans can't be managed at the moment. Please tell whoever runs it.",
      )
    throw new AppError(502, "The payment provider can't be reached at the moment, and nothing was changed. Please try again in a minute.")
  }
