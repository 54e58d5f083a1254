import { useEffect } from 'react'

/** Captured on the window, since the surrounding dialog listens on the document. */
export const useEscapeKey = (active: boolean, leave: () => void): void => {
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      leave()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [active, leave])
}
