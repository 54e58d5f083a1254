import { useSyncExternalStore } from 'react'

let activateUpdate: (() => void) | undefined
const listeners = new Set<() => void>()

/** Announces a new version of the app. @param how activates it */
export const setAppUpdate = (activate: () => void): void => {
  activateUpdate = activate
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the function that activates the new version, or undefined when there is none. */
export const useAppUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => activateUpdate)
