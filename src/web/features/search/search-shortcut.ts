export const searchPlaceholder = 'Search invoices, customers...'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)
export const searchShortcut = isApple ? '⌘K' : 'Ctrl K'
export const submitShortcut = isApple ? '⌘ Enter' : 'Ctrl Enter'

/** An open dialog or menu keeps the keyboard: its input could be lost. */
const openDialog = ':is([role=dialog],[role=alertdialog]):not([data-keeps-shortcuts],[data-search]),[role=menu]'

export const isSearchShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.metaKey || event.ctrlKey) &&
  event.metaKey !== event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.isComposing &&
  document.querySelector(openDialog) === null
