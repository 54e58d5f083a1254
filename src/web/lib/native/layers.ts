/** Dialogs and menus that Escape closes. A record's panel has its own URL and is left through the history. */
const layers = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]:not([data-record])'
/** An input's open list of suggestions. */
const suggestions = '[role=combobox][aria-expanded=true]'

/** Counts the open layers. */
export const countOpenLayers = (): number => document.querySelectorAll(`${layers}, ${suggestions}`).length

/** Whether a layer is open, which the back button closes first. */
export const isLayerOpen = (): boolean => countOpenLayers() > 0

let isGoingBack = false

/**
 * Whether the current close was caused by the system's back gesture, which is easily made by mistake, so forms ask before they discard
 * input.
 */
export const isClosingByBack = (): boolean => isGoingBack

/** Closes the top layer as Escape does, including its confirmation. */
export const closeTopLayer = (): void => {
  const key = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })
  isGoingBack = true
  try {
    ;(document.activeElement ?? document.body).dispatchEvent(key)
  } finally {
    isGoingBack = false
  }
}

/**
 * Calls `changed` whenever a layer may have opened or closed.
 * @returns stops watching
 */
export const watchLayers = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state', 'aria-expanded'] })
  return () => observer.disconnect()
}
