import { useEffect, useRef } from 'react'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'

export const searchPlaceholder = 'Search invoices, customers...'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)
export const searchShortcut = isApple ? '⌘K' : 'Ctrl K'
export const submitShortcut = isApple ? '⌘ Enter' : 'Ctrl Enter'

/** An open dialog or menu keeps the keyboard: its input could be lost. */
const openDialog = ':is([role=dialog],[role=alertdialog]):not([data-keeps-shortcuts],[data-search]),[role=menu]'

const isSearchShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.metaKey || event.ctrlKey) &&
  event.metaKey !== event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.isComposing &&
  document.querySelector(openDialog) === null

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
