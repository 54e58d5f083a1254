import { useEffect, useRef } from 'react'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { isSearchShortcut } from './search-shortcut.ts'

/**
 * Ctrl-K (or the Mac's) from anywhere, and the slash where nobody types. A list has its own search, which the slash means there.
 * @param ask opens the search; without it, nobody listens
 */
export const useSearchShortcuts = (ask: (() => void) | undefined): void => {
  const newest = useRef(ask)
  useEffect(() => {
    newest.current = ask
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!newest.current || !isSearchShortcut(event)) return
      event.preventDefault()
      newest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useShortcuts({
    '/': () => {
      const ofList = document.querySelector<HTMLElement>('main input[type=search]')
      if (!newest.current) return false
      if (ofList) ofList.focus()
      else newest.current()
    },
  })
}
