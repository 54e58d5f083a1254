import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { FileWriteError } from '#web/lib/native/errors.ts'
import { AlreadySavedError } from './idempotent-save.ts'
import { WaitCanceledError } from './retry.ts'

export type Failure = {
  message: string
  /** The fields that the server rejected, with a message for each. */
  issues: { path: string; message: string }[]
  /** The current record, when it was changed in the meantime. */
  current: unknown
}

/** Shown when a server error carries no message. */
export const unknownOutcomeMessage =
  "Something went wrong on our side, and we don't know whether this was saved. Try again: it can't be saved twice."

/** The message for the user about a failed save. */
const messageOf = (error: Error): string => {
  if (isSignedOut(error)) return 'Your session has ended. Sign in, then try again.'
  if (error instanceof ApiError) return getServerMessage(error, unknownOutcomeMessage)
  if (error instanceof WaitCanceledError)
    return "You stopped waiting, and we don't know whether this was saved. Try again: it can't be saved twice."
  if (error instanceof AlreadySavedError || error instanceof FileWriteError) return error.message
  // The request may have arrived: only the response is known to be missing.
  return "The server can't be reached. Check your connection and try again."
}

export const toFailure = (error: Error): Failure => ({
  message: messageOf(error),
  issues: error instanceof ApiError && Array.isArray(error.body?.issues) ? (error.body.issues as Failure['issues']) : [],
  current: error instanceof ApiError && error.status === 409 ? error.body?.current : undefined,
})
