import { ApiError, getServerMessage, isRejected, isSignedOut } from '#web/lib/api/client.ts'
import { FileWriteError } from '#web/lib/native/errors.ts'
import { AlreadySavedError } from './idempotent-save.ts'
import { WaitCanceledError } from './retry.ts'

export type Failure = {
  message: string
  issues: { path: string; message: string }[]
  /** When it was changed in the meantime. */
  current: unknown
}

export const unknownOutcomeMessage =
  "Something went wrong on our side, and we don't know whether this was saved. Try again: it can't be saved twice."

/** For requests that carry no idempotency key. */
const unrepeatableMessage = "Something went wrong on our side, and we don't know whether this was saved. Check that before you try again."

/** For rejections without a message, such as those of a proxy. */
const rejections: Readonly<Record<number, string>> = {
  403: 'This was blocked on its way to our server, so nothing was saved. Try again from another network.',
  429: 'Too many requests at once, so nothing was saved. Wait a minute, then try again.',
}

const messageOf = (error: Error, isRepeatable: boolean): string => {
  if (isSignedOut(error)) return 'Your session has ended. Sign in, then try again.'
  // The server's own message gives the size in bytes of a request, which users can't see.
  if (error instanceof ApiError && error.status === 413) return 'This is too large to be saved. Shorten what you entered, then try again.'
  if (isRejected(error) && error.status !== 500)
    return getServerMessage(
      error,
      rejections[error.status] ?? 'The server refused this, so nothing was saved. Check what you entered, then try again.',
    )
  if (error instanceof ApiError) return getServerMessage(error, isRepeatable ? unknownOutcomeMessage : unrepeatableMessage)
  if (error instanceof WaitCanceledError)
    return "You stopped waiting, and we don't know whether this was saved. Try again: it can't be saved twice."
  if (error instanceof AlreadySavedError || error instanceof FileWriteError) return error.message
  // The request may have arrived: only the response is known to be missing.
  if (!isRepeatable) return "The server can't be reached, and we don't know whether this was saved. Check your connection, then try again."
  return "The server can't be reached. Check your connection and try again."
}

/** @param isRepeatable the request carries an idempotency key, or changes nothing */
export const toFailure = (error: Error, isRepeatable = true): Failure => ({
  message: messageOf(error, isRepeatable),
  issues: error instanceof ApiError && Array.isArray(error.body?.issues) ? (error.body.issues as Failure['issues']) : [],
  current: error instanceof ApiError && error.status === 409 ? error.body?.current : undefined,
})
