import { pageOwnerHeader } from '#shared/service-worker.ts'

let owner: number | undefined

/** Takes this page for a user, once and for all until it is loaded anew; false when it is somebody else's already. */
export const claimPage = (userId: number): boolean => {
  owner ??= userId
  return owner === userId
}

let onSignedOut: (() => void) | undefined
/** Has `listener` called when an answer says that the page's user is signed in no more. */
export const onSignedOutResponse = (listener: () => void): void => {
  onSignedOut = listener
}
/** An answer said that nobody is signed in. */
export const reportSignedOut = (): void => {
  if (owner !== undefined) onSignedOut?.()
}

/** What each call says of whose page it comes from; nothing where nobody is known. */
export const getOwnerHeaders = (): Record<string, string> => (owner === undefined ? {} : { [pageOwnerHeader]: String(owner) })
