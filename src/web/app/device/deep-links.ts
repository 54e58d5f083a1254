import { navigate } from 'wouter/use-browser-location'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { parseDeepLink } from '#web/lib/native/deep-link.ts'
import { closeTopLayer, countOpenLayers } from '#web/lib/native/layers.ts'
import { native } from '#web/lib/native/native.ts'
import { confirmAction } from '#web/ui/confirm.ts'

/** A layer that closes is gone, or on its way out, by then. */
const closedAfterMs = 60

/** Closes what lies over the page, from the top; false when something stays, since its form was not given up. */
const closeLayers = async (): Promise<boolean> => {
  for (let left = countOpenLayers(); left > 0; left = countOpenLayers()) {
    closeTopLayer()
    await new Promise((resolve) => setTimeout(resolve, closedAfterMs))
    if (countOpenLayers() >= left) return false
  }
  return true
}

/** Goes to a place inside the app, by its router. Whatever holds something unsaved is asked first. */
const goTo = async (place: string): Promise<void> => {
  if (!(await closeLayers())) return
  // Where the browser tells of navigations, the page's own form asks by itself.
  if (!('navigation' in window) && !discardUnsavedChanges(confirmAction)) return
  navigate(place)
}

/** Links into the app lead to their place; others, and malformed ones, do nothing. */
export const handleDeepLinks = (): void => {
  native.onLink((link) => {
    const place = parseDeepLink(link, location.origin)
    if (place === undefined) return false
    void goTo(place)
    return true
  })
}
