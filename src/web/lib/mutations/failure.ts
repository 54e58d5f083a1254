import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { FileWriteError } from '#web/lib/native/errors.ts'
import { AlreadySavedError } from './idempotent-save.ts'
import { WaitCanceledError } from './retry.ts'

export type Failure = {
  message: string
  /** Fields that the server named, with what is wrong with each. */
  issues: { path: string; message: string }[]
  /** The record as it is now, when somebody else changed it in the meantime. */
  current: unknown
}

/** What a form says when a server error brings no words of the server's own. */
export const unknownOutcomeMessage =
  'Something went wrong on our side, and it is not known whether this was saved. Try again: nothing is saved twice.'

/** Why a save was refused, in words for the person who tried. */
const messageOf = (error: Error): string => {
  if (isSignedOut(error)) return 'Your session has ended. Sign in, then try again.'
  if (error instanceof ApiError) return getServerMessage(error, unknownOutcomeMessage)
  if (error instanceof WaitCanceledError)
    return 'You stopped waiting. Whether it was saved is not known: saving again saves it once in any case.'
  if (error instanceof AlreadySavedError || error instanceof FileWriteError) return error.message
  // Whether it got there is not known: only the answer is missing for sure.
  return "The server can't be reached. Check your connection and try again."
}

export const toFailure = (error: Error): Failure => ({
  message: messageOf(error),
  issues: error instanceof ApiError && Array.isArray(error.body?.issues) ? (error.body.issues as Failure['issues']) : [],
  current: error instanceof ApiError && error.status === 409 ? error.body?.current : undefined,
})
