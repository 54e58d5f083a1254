const regions = 'form, [role=dialog]'
const primary = 'button[data-primary]:enabled'

const findPrimaryButton = (from: Element): HTMLElement | undefined => {
  for (let region = from.closest(regions); region; region = region.parentElement?.closest(regions) ?? null) {
    const button = [...region.querySelectorAll<HTMLElement>(primary)].findLast((each) => each.checkVisibility())
    if (button) return button
  }
  return undefined
}

/** Cmd+Enter on a Mac. */
export const enableSubmitShortcut = (): void =>
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.isComposing || event.repeat) return
    // A focused button or link is pressed itself.
    if (!(event.target instanceof Element) || event.target.closest('button, a[href], [role=menu]')) return
    const button = findPrimaryButton(event.target)
    if (!button) return
    // The browser would submit a form from its text fields, too.
    event.preventDefault()
    button.click()
  })
