/** The session-storage key that marks a visit to the card provider's portal. */
const key = 'billfold.at-portal'

/** Storage may be unavailable: then the billing page is updated a moment later, as on any other visit. */
const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

export const markPortalOpened = (): void => void quietly(() => sessionStorage.setItem(key, '1'))

/** Whether this tab returned from there. */
export const isBackFromPortal = (): boolean => quietly(() => sessionStorage.getItem(key)) === '1'
export const clearPortalOpened = (): void => void quietly(() => sessionStorage.removeItem(key))
