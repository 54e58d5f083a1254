import { useEffect, useRef } from 'react'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { isSearchShortcut } from './search-shortcut.ts'

/** On list pages slash focuses the list's own search. @param open undefined disables the shortcuts */
export const useSearchShortcuts = (open: (() => void) | undefined): void => {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!latest.current || !isSearchShortcut(event)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useShortcuts({
    '/': () => {
      const listSearch = document.querySelector<HTMLElement>('main input[type=search]')
      if (!latest.current) return false
      if (listSearch) listSearch.focus()
      else latest.current()
    },
  })
}
