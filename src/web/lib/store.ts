export type Store<Value> = {
  read: () => Value
  set: (next: Value) => void
  /** @returns ends it */
  subscribe: (listener: () => void) => () => void
}

/** A value outside of React, for `useSyncExternalStore`. */
export const createStore = <Value>(first: Value): Store<Value> => {
  const listeners = new Set<() => void>()
  let value = first
  return {
    read: () => value,
    set: (next) => {
      value = next
      for (const notify of listeners) notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
