import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'

/** `false` leaves the key to the browser. */
export type KeyHandler = (event: KeyboardEvent) => unknown
/** By key in tinykeys' syntax: 'n', 'Enter', '[Shift]+?'. */
export type KeyHandlers = Readonly<Record<string, KeyHandler>>

const textInputs = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]:not([contenteditable=false])'
/** They handle keys themselves while they are open. A full-screen panel on phones is a dialog that may leave the keys to the page. */
const capturesKeys = ':is([role=dialog],[role=alertdialog]):not([data-keeps-shortcuts]),[role=menu],[role=listbox]'

const isBusyElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(textInputs) !== null) ||
  document.querySelector(capturesKeys) !== null

const storageKey = 'single-keys'
/** The choice of a browser that blocks storage holds until the page is left. */
let unstored: boolean | undefined

/** Who speaks to the computer may turn printable keys off: each spoken letter would be a shortcut. */
export const areSingleKeysOn = (): boolean => {
  try {
    return unstored ?? localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export const setSingleKeys = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    unstored = on
  }
}

const isIgnored = (event: KeyboardEvent): boolean => isBusyElsewhere(event) || (event.key.length === 1 && !areSingleKeysOn())

export const useShortcuts = (handlers: KeyHandlers): void => {
  const newest = useRef(handlers)
  useEffect(() => {
    newest.current = handlers
  })
  const keys = Object.keys(handlers).join(' ')
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
        { ignore: isIgnored },
      ),
    [keys],
  )
}
