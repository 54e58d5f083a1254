import { useSyncExternalStore } from 'react'

/** Judged by the last call. `navigator.onLine` is not used: the server may run on this machine. */
export type Connection = {
  isLost: boolean
  /** When the oldest cached response now shown was read; null when nothing shown comes from the cache. */
  cachedAt: Date | null
}

const firstProbeMs = 2000
const longestProbeMs = 15_000
/** A server that takes longer to answer a probe is reported as lost until it does. */
const slowProbeMs = 1300

let connection: Connection = { isLost: false, cachedAt: null }
let probe: ReturnType<typeof setTimeout> | undefined
let probeMs = firstProbeMs
const listeners = new Set<() => void>()

const set = (next: Connection) => {
  if (next.isLost === connection.isLost && next.cachedAt?.getTime() === connection.cachedAt?.getTime()) return
  connection = next
  for (const notify of listeners) notify()
}

let isProbing = false

/** Any response, past all caches, means that the server is reachable. A slow probe goes on waiting after the connection counts as lost. */
export const probeConnection = async (): Promise<void> => {
  clearTimeout(probe)
  probe = undefined
  if (isProbing) return
  isProbing = true
  const slow = setTimeout(() => set({ ...connection, isLost: true }), slowProbeMs)
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(longestProbeMs) })
    markReachable()
  } catch {
    probeMs = Math.min(probeMs * 2, longestProbeMs)
    markUnreachable()
  } finally {
    clearTimeout(slow)
    isProbing = false
  }
}

export const markReachable = (): void => {
  clearTimeout(probe)
  probe = undefined
  probeMs = firstProbeMs
  set({ isLost: false, cachedAt: null })
}

export const markUnreachable = (): void => {
  set({ ...connection, isLost: true })
  probe ??= setTimeout(probeConnection, probeMs)
}

/** @param at when the cached response was read from the server */
export const markServedFromCache = (at: Date): void => {
  markUnreachable()
  if (!connection.cachedAt || at < connection.cachedAt) set({ isLost: true, cachedAt: at })
}

export const connectionStore = {
  read: (): Connection => connection,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useConnection = (): Connection => useSyncExternalStore(connectionStore.subscribe, connectionStore.read)

/** @throws the signal's reason when it aborts first */
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

export const watchConnection = (): (() => void) => {
  const probeIfLost = () => connection.isLost && void probeConnection()
  // The system's report may be wrong: a probe decides.
  const onOffline = () => void probeConnection()
  const onVisible = () => document.visibilityState === 'visible' && probeIfLost()
  window.addEventListener('online', probeIfLost)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', probeIfLost)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
