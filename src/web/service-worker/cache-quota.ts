export type CacheEntry = { url: string; atMs: number; bytes: number }

export type CacheQuota = { entries: number; bytes: number }

/** Ample for the lists of a small business, and small on a phone. */
export const cacheQuota: CacheQuota = { entries: 200, bytes: 20 * 1_048_576 }

/** A larger response is not cached, so that it can't evict everything else. */
export const maxResponseBytes = 4 * 1_048_576

/** @param stays a URL that is never evicted */
export const selectEvictions = (all: readonly CacheEntry[], quota: CacheQuota, stays: string): string[] => {
  const evicted: string[] = []
  let entries = all.length
  let bytes = all.reduce((sum, each) => sum + each.bytes, 0)
  for (const each of [...all].sort((a, b) => a.atMs - b.atMs)) {
    if (entries <= quota.entries && bytes <= quota.bytes) break
    if (each.url === stays) continue
    evicted.push(each.url)
    entries -= 1
    bytes -= each.bytes
  }
  return evicted
}
