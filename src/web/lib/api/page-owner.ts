import { pageOwnerHeader } from '#shared/service-worker.ts'

let owner: number | undefined

/** @returns false when another user has claimed it */
export const claimPage = (userId: number): boolean => {
  owner ??= userId
  return owner === userId
}

let onSignedOut: (() => void) | undefined
export const onSignedOutResponse = (listener: () => void): void => {
  onSignedOut = listener
}
export const reportSignedOut = (): void => {
  if (owner !== undefined) onSignedOut?.()
}

export const getOwnerHeaders = (): Record<string, string> => (owner === undefined ? {} : { [pageOwnerHeader]: String(owner) })
