import { useEffect } from 'react'

/** While active, Escape does this and nothing else: the dialog around listens on the document, so this asks before. */
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
