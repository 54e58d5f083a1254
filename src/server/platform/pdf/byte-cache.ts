import { LRUCache } from 'lru-cache'

/** Keys are hashes of the content, so entries never become outdated. */
export const createByteCache = (maxBytes: number) =>
  new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => Math.max(byteLength, 1) })
