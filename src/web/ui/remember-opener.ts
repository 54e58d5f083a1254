import { findPlaces } from '#web/lib/keep-focus.ts'

/** A menu entry no longer exists when the dialog closes, so its menu's button gets the focus back, or what was around it. */
export const rememberOpener = (): (() => void) => {
  const active = document.activeElement
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : active
  if (!(opener instanceof HTMLElement)) return () => {}
  const places = [opener, ...findPlaces(opener)]
  return () => places.find((place) => place.isConnected)?.focus({ preventScroll: !opener.isConnected })
}
