import { expect, test } from 'vitest'
import { createByteCache } from './byte-cache.ts'

test('the least recently used entries are evicted above the limit', () => {
  const cache = createByteCache(100)
  cache.set('a', new Uint8Array(40))
  cache.set('b', new Uint8Array(40))
  cache.get('a')
  cache.set('c', new Uint8Array(40))
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.byteLength)).toEqual([40, undefined, 40])
})

test('an entry set twice counts once, and one above the limit is not cached', () => {
  const cache = createByteCache(100)
  for (let index = 0; index < 5; index += 1) cache.set('a', new Uint8Array(60))
  cache.set('b', new Uint8Array(40))
  cache.set('huge', new Uint8Array(101))
  expect(['a', 'b', 'huge'].map((key) => cache.get(key)?.byteLength)).toEqual([60, 40, undefined])
})
