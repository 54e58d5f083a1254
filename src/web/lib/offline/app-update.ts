import { useSyncExternalStore } from 'react'

let activateUpdate: (() => void) | undefined
const listeners = new Set<() => void>()

export const setAppUpdate = (activate: () => void): void => {
  activateUpdate = activate
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAppUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => activateUpdate)
