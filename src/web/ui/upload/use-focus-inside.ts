import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** When what had the focus makes room for something else, the focus stays in the box. @param shows names what it shows */
export const useFocusInside = (box: RefObject<HTMLElement | null>, shows: string) => {
  const shown = useRef(shows)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      hadFocus.current = Boolean(box.current?.contains(document.activeElement))
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [box])
  useLayoutEffect(() => {
    if (shown.current === shows) return
    shown.current = shows
    if (hadFocus.current) box.current?.querySelector<HTMLElement>('a[href], button')?.focus()
  }, [box, shows])
}
