import { useSyncExternalStore } from 'react'
import { platform } from '#web/lib/native/platform.ts'

/** The browser's install prompt, which TypeScript's DOM types lack. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

let installPrompt: InstallOffer | undefined
const listeners = new Set<() => void>()
const set = (next: InstallOffer | undefined) => {
  installPrompt = next
  for (const notify of listeners) notify()
}

/** Holds the browser's install prompt back for the menu entry instead of letting it pop up. */
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

/** iOS installs through the browser's Share menu; `standalone` says whether that was done. */
const installsByHand = () => platform === 'web' && (navigator as { standalone?: boolean }).standalone === false

/** How the app can be installed: by the browser's prompt or by hand; undefined when it can't be or is installed already. */
export const useInstallPrompt = (): { install: () => void } | 'by hand' | undefined => {
  const open = useSyncExternalStore(subscribe, () => installPrompt)
  if (open)
    return {
      install: () => {
        void open.prompt()
        // A prompt can be used once; the browser may send another one later.
        set(undefined)
      },
    }
  return installsByHand() ? 'by hand' : undefined
}
