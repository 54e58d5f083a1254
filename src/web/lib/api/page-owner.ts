import { pageOwnerHeader } from '#shared/service-worker.ts'

let owner: number | undefined

/**
 * Claims this page for a user until it is reloaded.
 * @returns false when another user has claimed it
 */
export const claimPage = (userId: number): boolean => {
  owner ??= userId
  return owner === userId
}

let onSignedOut: (() => void) | undefined
/** Calls `listener` when a response says that the page's user is no longer signed in. */
export const onSignedOutResponse = (listener: () => void): void => {
  onSignedOut = listener
}
/** Reports a 401 response. */
export const reportSignedOut = (): void => {
  if (owner !== undefined) onSignedOut?.()
}

/** The request header that names the page's user; none before the user is known. */
export const getOwnerHeaders = (): Record<string, string> => (owner === undefined ? {} : { [pageOwnerHeader]: String(owner) })
