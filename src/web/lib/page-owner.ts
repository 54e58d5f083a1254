import { pageOwnerHeader } from '#shared/whose-page.ts'

let owner: number | undefined

/** Takes this page for a user, once and for all until it is loaded anew; false when it is somebody else's already. */
export const ownsPage = (userId: number): boolean => {
  owner ??= userId
  return owner === userId
}

/** Whether a user's page it is. */
export const isOwned = (): boolean => owner !== undefined

/** What each call says of whose page it comes from; nothing where nobody is known. */
export const ownerHeaders = (): Record<string, string> => (owner === undefined ? {} : { [pageOwnerHeader]: String(owner) })
