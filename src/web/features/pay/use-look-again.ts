import { useEffect } from 'react'

/** Looks again when somebody comes back: to the tab, to the window beside another one, or by the browser's Back. */
export const useRefetchOnReturn = (look: () => void): void =>
  useEffect(() => {
    const comeBack = () => document.visibilityState === 'visible' && look()
    window.addEventListener('focus', comeBack)
    window.addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('pageshow', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [look])
