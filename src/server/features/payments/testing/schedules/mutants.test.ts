import { describe, expect, test } from 'vitest'
import { isAlone, liveAll, seedsTo } from './lives.ts'
import { mutants } from './mutants.ts'
import { patchedTree } from './tree.ts'

// The test of the test: servers with a fault planted in them, each of which the random lives must find.

/** One of them a day, by turns, as each costs a quarter of a minute; MUTANTS=all has all of them found. */
const today = Math.floor(Date.now() / 86_400_000)
const tried = Object.entries(mutants).filter((_, i) => process.env.MUTANTS === 'all' || i === today % Object.keys(mutants).length)

describe.skipIf(isAlone)('a server that', () => {
  test.each(tried)('%s is found out', { timeout: 300_000 }, async (_what, patches) => {
    const tree = patchedTree(patches)
    try {
      expect(await liveAll(tree.root, seedsTo(60), { enough: 1, patienceMs: 3000 })).not.toEqual([])
    } finally {
      tree.remove()
    }
  })
})
