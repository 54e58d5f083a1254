/** From the inside out; at last the page. */
export const findPlaces = (element: Element): HTMLElement[] => {
  const places: HTMLElement[] = []
  for (let at = element.parentElement; at; at = at.parentElement) if (at.matches('[tabindex]')) places.push(at)
  const page = document.querySelector('main')
  return page ? [...places, page] : places
}

/** When the focused element is removed, the browser forgets where the user was. */
export const keepFocus = (): (() => void) => {
  let focused: Element | null = null
  let around: HTMLElement[] = []
  let timer: number | undefined
  const isLost = () => focused !== null && !focused.isConnected && document.activeElement === document.body
  const remember = ({ target }: FocusEvent) => {
    // A later loss has to wait its own time: a dialog that closes after another gives the focus back a moment after it was removed.
    clearTimeout(timer)
    timer = undefined
    focused = target as Element
    around = findPlaces(focused)
  }
  const restore = () => {
    timer = undefined
    if (!isLost()) return
    around.find((place) => place.isConnected)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // Dialogs and lists have places of their own in mind, and come first.
    if (timer === undefined && isLost()) timer = window.setTimeout(restore, 100)
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
    clearTimeout(timer)
  }
}
