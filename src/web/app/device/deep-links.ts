import { navigate } from 'wouter/use-browser-location'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { parseDeepLink } from '#web/lib/native/deep-link.ts'
import { closeTopLayer, countOpenLayers } from '#web/lib/native/layers.ts'
import { native } from '#web/lib/native/native.ts'
import { confirmDiscard, whenAnswered } from '#web/ui/confirm.ts'

/** A layer has closed, or is animating out, after this time. */
const closedAfterMs = 60

/** @returns false when one stays open because its form was not discarded */
const closeLayers = async (): Promise<boolean> => {
  for (let left = countOpenLayers(); left > 0; left = countOpenLayers()) {
    closeTopLayer()
    await whenAnswered()
    await new Promise((resolve) => setTimeout(resolve, closedAfterMs))
    if (countOpenLayers() >= left) return false
  }
  return true
}

const goTo = async (place: string): Promise<void> => {
  if (!(await closeLayers())) return
  // With the Navigation API the page's own form asks.
  if (!('navigation' in window) && !(await discardUnsavedChanges(confirmDiscard))) return
  navigate(place)
}

export const handleDeepLinks = (): void => {
  native.onLink((link) => {
    const place = parseDeepLink(link, location.origin)
    if (place === undefined) return false
    void goTo(place)
    return true
  })
}
