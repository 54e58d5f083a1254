/** What lies over the page and closes by Escape. A record's panel has an address of its own: the history leads out of it. */
const layers = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]:not([data-record])'
/** A field's open list of suggestions. */
const suggestions = '[role=combobox][aria-expanded=true]'

/** How many layers lie over the page. */
export const countOpenLayers = (): number => document.querySelectorAll(`${layers}, ${suggestions}`).length

/** Whether something lies over the page that a way back should close before anything else. */
export const isLayerOpen = (): boolean => countOpenLayers() > 0

let isGoingBack = false

/** Whether what closes at this moment closes by the system's way back: a swipe at the screen's edge is sooner made by mistake than a press on Cancel. */
export const isClosingByBack = (): boolean => isGoingBack

/** Closes what lies on top, as Escape does: whatever asks before it closes asks now, too. */
export const closeTopLayer = (): void => {
  const key = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })
  isGoingBack = true
  try {
    ;(document.activeElement ?? document.body).dispatchEvent(key)
  } finally {
    isGoingBack = false
  }
}

/** Tells whenever a layer may have opened or closed. @returns what ends it */
export const watchLayers = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state', 'aria-expanded'] })
  return () => observer.disconnect()
}
