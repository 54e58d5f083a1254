export const searchPlaceholder = 'Search invoices, customers...'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)
/** As the keys are called on this machine. */
export const searchShortcut = isApple ? '⌘K' : 'Ctrl K'

/** A question that is open stays in front: what is being asked there may be lost. */
const openQuestion = ':is([role=dialog],[role=alertdialog]):not([data-keeps-shortcuts],[data-search]),[role=menu]'

/** Whether this key is the one that opens the search, from anywhere but a dialog or a menu; typing elsewhere doesn't matter. */
export const isSearchShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.metaKey || event.ctrlKey) &&
  event.metaKey !== event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.isComposing &&
  document.querySelector(openQuestion) === null
