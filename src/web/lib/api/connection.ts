import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'

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

export const connectionStore = createStore<Connection>({ isLost: false, cachedAt: null })
const { read } = connectionStore
let probe: ReturnType<typeof setTimeout> | undefined
let probeMs = firstProbeMs

const set = (next: Connection) => {
  const { isLost, cachedAt } = read()
  if (next.isLost !== isLost || next.cachedAt?.getTime() !== cachedAt?.getTime()) connectionStore.set(next)
}

let isProbing = false

/** Any response, past all caches, means that the server is reachable. A slow probe goes on waiting after the connection counts as lost. */
export const probeConnection = async (): Promise<void> => {
  clearTimeout(probe)
  probe = undefined
  if (isProbing) return
  isProbing = true
  const slow = setTimeout(() => set({ ...read(), isLost: true }), slowProbeMs)
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
  set({ ...read(), isLost: true })
  probe ??= setTimeout(probeConnection, probeMs)
}

/** @param at when the cached response was read from the server */
export const markServedFromCache = (at: Date): void => {
  markUnreachable()
  const { cachedAt } = read()
  if (!cachedAt || at < cachedAt) set({ isLost: true, cachedAt: at })
}

export const useConnection = (): Connection => useSyncExternalStore(connectionStore.subscribe, read)

/** @throws the signal's reason when it aborts first */
export const whenReachable = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    if (!read().isLost) return resolve()
    const stop = connectionStore.subscribe(() => {
      if (read().isLost) return
      stop()
      resolve()
    })
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
  })

export const watchConnection = (): (() => void) => {
  const probeIfLost = () => read().isLost && void probeConnection()
  // The system's report may be wrong: a probe decides.
  const onOffline = () => void probeConnection()
  const onVisible = () => document.visibilityState === 'visible' && probeIfLost()
  const ended = new AbortController()
  window.addEventListener('online', probeIfLost, ended)
  window.addEventListener('offline', onOffline, ended)
  document.addEventListener('visibilitychange', onVisible, ended)
  return () => ended.abort()
}
