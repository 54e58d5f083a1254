/** An LRU cache of bytes. Keys are hashes of the content, so entries never become outdated. */
export type ByteCache = {
  get(key: string): Uint8Array | undefined
  set(key: string, bytes: Uint8Array): void
}

/** Creates a cache that evicts the least recently used entries above `maxBytes` in total. */
export const createByteCache = (maxBytes: number): ByteCache => {
  // A Map iterates in insertion order: entries are inserted again when they are used.
  const entries = new Map<string, Uint8Array>()
  let total = 0

  const remove = (key: string) => {
    total -= entries.get(key)?.byteLength ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const bytes = entries.get(key)
      if (bytes === undefined) return undefined
      entries.delete(key)
      entries.set(key, bytes)
      return bytes
    },
    set(key, bytes) {
      remove(key)
      if (bytes.byteLength > maxBytes) return
      entries.set(key, bytes)
      total += bytes.byteLength
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
