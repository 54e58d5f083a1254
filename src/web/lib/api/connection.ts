import { useSyncExternalStore } from 'react'

/** Whether the last call reached the server. A browser's own 'offline' isn't asked: the server may run on this very machine. */
export type Connection = {
  isLost: boolean
  /** When the oldest thing was read that is shown from this device's memory, since no answer came; null when nothing is. */
  cachedAt: Date | null
}

/** The service worker names here when it read an answer that it gives from memory. */
export const cachedAtHeader = 'x-billfold-seen'

const firstProbeMs = 2000
const longestProbeMs = 15_000

let connection: Connection = { isLost: false, cachedAt: null }
let probe: ReturnType<typeof setTimeout> | undefined
let probeMs = firstProbeMs
const listeners = new Set<() => void>()

const set = (next: Connection) => {
  if (next.isLost === connection.isLost && next.cachedAt?.getTime() === connection.cachedAt?.getTime()) return
  connection = next
  for (const tell of listeners) tell()
}

/** Asks for a small file past every cache; the answer says that the way is free again, whatever it is. */
const look = async () => {
  clearTimeout(probe)
  probe = undefined
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
    markReachable()
  } catch {
    probeMs = Math.min(probeMs * 2, longestProbeMs)
    markUnreachable()
  }
}

/** The server answered. */
export const markReachable = (): void => {
  clearTimeout(probe)
  probe = undefined
  probeMs = firstProbeMs
  set({ isLost: false, cachedAt: null })
}

/** A call got no answer; from now on the server is looked for until it is there again. */
export const markUnreachable = (): void => {
  set({ ...connection, isLost: true })
  probe ??= setTimeout(look, probeMs)
}

/** What is shown now was read then: the answer came from this device's memory. */
export const markServedFromCache = (at: Date): void => {
  markUnreachable()
  if (!connection.cachedAt || at < connection.cachedAt) set({ isLost: true, cachedAt: at })
}

/** For `useSyncExternalStore`, and for whoever waits for the server to be back. */
export const connectionStore = {
  read: (): Connection => connection,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Whether the server can be reached, as far as the last call could tell. */
export const useConnection = (): Connection => useSyncExternalStore(connectionStore.subscribe, connectionStore.read)

/**
 * Resolves once the server can be reached (again).
 * @throws the signal's reason when it is aborted first
 */
export const whenReachable = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    if (!connection.isLost) return resolve()
    const stop = connectionStore.subscribe(() => {
      if (connection.isLost) return
      stop()
      resolve()
    })
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
  })

/** Looks at once when the system says that the network is back, or that somebody looks here again. @returns what ends it */
export const watchConnection = (): (() => void) => {
  const lookIfLost = () => connection.isLost && void look()
  // The system may be wrong about it: asking tells.
  const onOffline = () => void look()
  const onVisible = () => document.visibilityState === 'visible' && lookIfLost()
  window.addEventListener('online', lookIfLost)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', lookIfLost)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
