/** Documents by the hash of their content, so one can never be out of date. */
export type ByteCache = {
  get(key: string): Uint8Array | undefined
  set(key: string, bytes: Uint8Array): void
}

/** Keeps what was used last, up to `maxBytes` in all. */
export const createByteCache = (maxBytes: number): ByteCache => {
  const kept = new Map<string, Uint8Array>()
  let total = 0

  const drop = (key: string) => {
    total -= kept.get(key)?.byteLength ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const bytes = kept.get(key)
      if (bytes === undefined) return undefined
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    set(key, bytes) {
      drop(key)
      if (bytes.byteLength > maxBytes) return
      kept.set(key, bytes)
      total += bytes.byteLength
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
