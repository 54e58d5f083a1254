import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CacheEntry, type CacheQuota, selectEvictions } from './cache-quota.ts'

const entry = (url: string, atMs: number, bytes = 1): CacheEntry => ({ url, atMs, bytes })

test('the oldest entries are evicted first, and the current user is kept', () => {
  const all = [entry('b', 2), entry('who', 0), entry('a', 1), entry('c', 3)]
  expect(selectEvictions(all, { entries: 4, bytes: 4 }, 'who')).toEqual([])
  expect(selectEvictions(all, { entries: 2, bytes: 4 }, 'who')).toEqual(['a', 'b'])
  expect(selectEvictions(all, { entries: 4, bytes: 1 }, 'who')).toEqual(['a', 'b', 'c'])
})

test('what remains fits the quota, no entry is evicted needlessly, and none older than an evicted one remains', () => {
  const entry = fc.record({ atMs: fc.nat(50), bytes: fc.nat(100) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), fc.nat(10), fc.nat(400), (entries, most, bytes) => {
      const all = entries.map((each, i) => ({ ...each, url: String(i) }))
      const room: CacheQuota = { entries: most, bytes }
      const evicted = selectEvictions(all, room, 'none')
      const fits = (some: readonly CacheEntry[]) => some.length <= most && some.reduce((sum, each) => sum + each.bytes, 0) <= bytes
      const rest = all.filter(({ url }) => !evicted.includes(url))
      expect(fits(rest)).toBe(true)
      if (evicted.length > 0) expect(fits([...rest, all[Number(evicted.at(-1))]!])).toBe(false)
      for (const url of evicted) for (const each of rest) expect(each.atMs).toBeGreaterThanOrEqual(all[Number(url)]!.atMs)
    }),
  )
})
