/** What Escape closes. A record's panel has its own URL and is left through the history. */
const layers = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]:not([data-record])'
const suggestions = '[role=combobox][aria-expanded=true]'

export const countOpenLayers = (): number => document.querySelectorAll(`${layers}, ${suggestions}`).length

export const isLayerOpen = (): boolean => countOpenLayers() > 0

let isGoingBack = false

/** The back gesture is easily made by mistake, so forms ask before they discard input. */
export const isClosingByBack = (): boolean => isGoingBack

export const closeTopLayer = (): void => {
  const key = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })
  isGoingBack = true
  try {
    ;(document.activeElement ?? document.body).dispatchEvent(key)
  } finally {
    isGoingBack = false
  }
}

/** `changed` may be called more often than needed. */
export const watchLayers = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state', 'aria-expanded'] })
  return () => observer.disconnect()
}
