import { ApiError, serverMessage } from '../lib/api.ts'

export type Failure = {
  message: string
  /** Fields that the server named, with what is wrong with each. */
  issues: { path: string; message: string }[]
  /** The record as it is now, when somebody else changed it in the meantime. */
  current: unknown
  /** The session is over: signing in again, in another tab, is all it takes. */
  needsSignIn: boolean
}

const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

/** Why a save was refused, in words for the person who tried. */
export const failureOf = (error: Error): Failure => ({
  message: isSignedOut(error)
    ? 'Your session is over. Sign in again in another tab, then try again here.'
    : error instanceof ApiError
      ? serverMessage(error, 'Something went wrong on our side. Nothing was saved; please try again.')
      : // Whether it got there is not known: only the answer is missing for sure.
        "The server can't be reached. Check your connection and try again.",
  issues: error instanceof ApiError && Array.isArray(error.body?.issues) ? (error.body.issues as Failure['issues']) : [],
  current: error instanceof ApiError && error.status === 409 ? error.body?.current : undefined,
  needsSignIn: isSignedOut(error),
})
