import { AppError } from '#server/platform/errors.ts'
import { ProviderError } from './provider.ts'

/** What the provider can't tell at the moment is told as such, never as 'not paid'. For a `catch`. */
export const unreachable = (log: (line: string) => void) => (error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  log(error.message)
  throw new AppError(502, "The payment provider can't be reached at the moment. Please try again in a minute.")
}
