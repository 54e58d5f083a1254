import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { findFor } from './language.ts'

/** Why a customer's answer could not be sent. @param isRepeatable as of `toFailure` */
export const explainFailure = (error: Error, isRepeatable: boolean): string =>
  findFor(
    error,
    toFailure(error, isRepeatable).message,
    error instanceof ApiError
      ? 'Something went wrong on our side. Please try again.'
      : "The server can't be reached. Check your connection, then try again.",
  )
