/** The session-storage key that marks a visit to the card provider's portal. */
const key = 'billfold.at-portal'

/** Storage may be unavailable: then the billing page is updated a moment later, as on any other visit. */
const ignoringErrors = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

export const markPortalOpened = (): void => void ignoringErrors(() => sessionStorage.setItem(key, '1'))

/** Whether this tab returned from there. */
export const isBackFromPortal = (): boolean => ignoringErrors(() => sessionStorage.getItem(key)) === '1'
export const clearPortalOpened = (): void => void ignoringErrors(() => sessionStorage.removeItem(key))
