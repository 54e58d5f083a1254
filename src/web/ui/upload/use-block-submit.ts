import { type RefObject, useEffect, useRef } from 'react'

/** While it is held, the form around the box isn't sent; whoever tries is told. */
export const useBlockSubmit = (box: RefObject<HTMLElement | null>, held: boolean, tell: () => void) => {
  const said = useRef(tell)
  useEffect(() => {
    said.current = tell
  })
  useEffect(() => {
    const form = held ? box.current?.closest('form') : undefined
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      said.current()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [box, held])
}
