import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'

/** What a key does. `false`: nothing this time, and the browser may have it. */
export type KeyHandler = (event: KeyboardEvent) => unknown
/** Keys as tinykeys writes them: 'n', 'Enter', '[Shift]+?'. */
export type KeyHandlers = Readonly<Record<string, KeyHandler>>

const typing = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]:not([contenteditable=false])'
/** What has keys of its own while it is there. A part that fills a phone's screen is a dialog, but no question: it may leave them to the page. */
const withOwnKeys = ':is([role=dialog],[role=alertdialog]):not([data-keeps-shortcuts]),[role=menu],[role=listbox]'

const isBusyElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(typing) !== null) ||
  document.querySelector(withOwnKeys) !== null

/** Listens for single keys while the component is there: never while somebody types, or while a dialog or a menu is open. */
export const useShortcuts = (acts: KeyHandlers): void => {
  const newest = useRef(acts)
  useEffect(() => {
    newest.current = acts
  })
  const keys = Object.keys(acts).join(' ')
  useEffect(
    () =>
      tinykeys(
        window,
        Object.fromEntries(
          keys.split(' ').map((key) => [
            key,
            (event: KeyboardEvent) => {
              if (newest.current[key]?.(event) !== false) event.preventDefault()
            },
          ]),
        ),
        { ignore: isBusyElsewhere },
      ),
    [keys],
  )
}
