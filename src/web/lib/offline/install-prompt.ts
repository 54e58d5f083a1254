import { useSyncExternalStore } from 'react'
import { platform } from '#web/lib/native/platform.ts'

/** The browser's own offer; TypeScript doesn't know it. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()
const set = (next: InstallOffer | undefined) => {
  offer = next
  for (const tell of listeners) tell()
}

/** Keeps the browser's offer for whoever looks for it in the menu, instead of having it pop up. */
export const captureInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => set(undefined))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** iPhones and iPads install by hand, from the browser's own menu; they tell whether that was done. */
const byHand = () => platform === 'web' && (navigator as { standalone?: boolean }).standalone === false

/** How the app can be installed here: the browser asks, or somebody has to do it by hand; undefined where it can't be, or is already. */
export const useInstallPrompt = (): { install: () => void } | 'by hand' | undefined => {
  const open = useSyncExternalStore(subscribe, () => offer)
  if (open)
    return {
      install: () => {
        void open.prompt()
        // An offer can be made once; the browser makes another one when it sees fit.
        set(undefined)
      },
    }
  return byHand() ? 'by hand' : undefined
}
