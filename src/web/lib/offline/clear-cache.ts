import { apiCacheName } from '#shared/service-worker.ts'

export const clearOfflineCache = async (): Promise<void> => {
  try {
    // Cache storage exists only on secure origins.
    await globalThis.caches?.delete(apiCacheName)
  } catch {
    // Storage may be blocked; then nothing is cached either.
  }
}
