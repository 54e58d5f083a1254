/** The element that gets the focus when the dialog that now opens is closed. A menu entry no longer exists then, so its menu's button is used. */
export const findOpener = (): HTMLElement | null => {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return null
  const button = active.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}
