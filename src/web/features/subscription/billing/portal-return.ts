/** Under this name the tab remembers that it went to the card provider's pages. */
const key = 'billfold.at-portal'

/** Storage may be switched off: then the page of bills is brought up to date a moment later, as on any other visit. */
const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

export const markPortalOpened = (): void => void quietly(() => sessionStorage.setItem(key, '1'))

/** Whether this tab comes back from there. */
export const isBackFromPortal = (): boolean => quietly(() => sessionStorage.getItem(key)) === '1'
export const clearPortalOpened = (): void => void quietly(() => sessionStorage.removeItem(key))
