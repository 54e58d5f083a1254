import { AppError, type ErrorStatus } from '#server/platform/errors/app-error.ts'
import { formatWait } from '#server/platform/http/rate-limits.ts'

/** A refusal that belongs to one field of the request, as validation tells it. */
export const createFieldError = (status: ErrorStatus, field: string, message: string) =>
  new AppError(status, message, { issues: [{ path: field, message }] })

/** Why a password or second factor has to stay as it is for a while. */
export const changedTooOftenMessage = 'Your password or two-factor sign-in was changed very often.'

/** Too many attempts: says how long to wait, and tells browsers the same. */
export const createTooManyAttemptsError = (seconds: number, why = 'Too many attempts.') =>
  new AppError(429, `${why} Please wait ${formatWait(seconds)} and try again.`, { retryAfter: seconds })
