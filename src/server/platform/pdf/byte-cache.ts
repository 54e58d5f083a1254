import { LRUCache } from 'lru-cache'

/** Creates a cache of bytes that evicts the least recently used entries above `maxBytes` in total. Keys are hashes of the content, so entries never become outdated. */
export const createByteCache = (maxBytes: number) =>
  new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => Math.max(byteLength, 1) })
