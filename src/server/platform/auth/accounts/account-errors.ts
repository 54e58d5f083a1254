import { AppError, type ErrorStatus } from '#server/platform/errors/app-error.ts'
import { formatWait } from '#server/platform/http/rate-limits.ts'

export const createFieldError = (status: ErrorStatus, field: string, message: string) =>
  new AppError(status, message, { issues: [{ path: field, message }] })

export const createWrongCodeError = () =>
  createFieldError(400, 'code', 'This code is wrong. Enter the current code of your app or an unused recovery code.')

export const changedTooOftenMessage = 'You changed your password or two-factor sign-in too often.'

export const formatTooManyAttempts = (seconds: number, reason = 'Too many attempts.') =>
  `${reason} Please wait ${formatWait(seconds)} and try again.`

export const createTooManyAttemptsError = (seconds: number, reason?: string) =>
  new AppError(429, formatTooManyAttempts(seconds, reason), { retryAfter: seconds })
