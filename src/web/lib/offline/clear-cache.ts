import { apiCacheName } from '#shared/service-worker.ts'

/** Throws away what was kept of the lists and records of whoever was signed in. Without anything kept, nothing happens. */
export const clearOfflineCache = async (): Promise<void> => {
  try {
    // There are no caches where the page came without https.
    await globalThis.caches?.delete(apiCacheName)
  } catch {
    // Storage may be forbidden; then nothing is kept either.
  }
}
