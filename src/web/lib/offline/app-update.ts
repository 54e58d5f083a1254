import { useSyncExternalStore } from 'react'

let take: (() => void) | undefined
const listeners = new Set<() => void>()

/** A newer version of the app is here. @param how it is taken */
export const setAppUpdate = (how: () => void): void => {
  take = how
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the newer version that is ready, or undefined when there is none. */
export const useAppUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => take)
