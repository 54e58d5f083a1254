import { useSyncExternalStore } from 'react'
import { platform } from '#web/lib/native/platform.ts'
import { installPrompt, setInstallOffer } from './install-prompt.ts'

const listeners = new Set<() => void>()
installPrompt.changed = () => {
  for (const notify of listeners) notify()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** iOS installs through the browser's Share menu; `standalone` says whether that was done. */
const installsByHand = () => platform === 'web' && (navigator as { standalone?: boolean }).standalone === false

/** Undefined when the app can't be installed or is installed already. */
export const useInstallPrompt = (): { install: () => void } | 'by hand' | undefined => {
  const open = useSyncExternalStore(subscribe, () => installPrompt.offer)
  if (open)
    return {
      install: () => {
        void open.prompt()
        // A prompt can be used once; the browser may send another one later.
        setInstallOffer()
      },
    }
  return installsByHand() ? 'by hand' : undefined
}
