/** One answer that is kept: when it was read, in milliseconds since 1970, and what it weighs. */
export type CacheEntry = { url: string; atMs: number; bytes: number }

export type CacheQuota = { entries: number; bytes: number }

/** For a freelancer's lists it is plenty, and phones don't notice it. */
export const cacheQuota: CacheQuota = { entries: 200, bytes: 20 * 1_048_576 }

/** A single answer may not push out everything else. */
export const maxResponseBytes = 4 * 1_048_576

/**
 * What has to go so that the rest has room: the oldest first.
 * @param stays an address that is never given up
 */
export const selectEvictions = (all: readonly CacheEntry[], room: CacheQuota, stays: string): string[] => {
  const gone: string[] = []
  let entries = all.length
  let bytes = all.reduce((sum, each) => sum + each.bytes, 0)
  for (const each of [...all].sort((a, b) => a.atMs - b.atMs)) {
    if (entries <= room.entries && bytes <= room.bytes) break
    if (each.url === stays) continue
    gone.push(each.url)
    entries -= 1
    bytes -= each.bytes
  }
  return gone
}
