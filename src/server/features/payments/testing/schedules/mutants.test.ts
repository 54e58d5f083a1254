import { describe, expect, test } from 'vitest'
import { isAlone, liveAll, seedsTo } from './lives.ts'
import { mutants } from './mutants.ts'
import { patchedTree } from './tree.ts'

// The test of the test: servers with a fault planted in them, each of which the random lives must find.

describe.skipIf(isAlone)('a server that', () => {
  test.each(Object.entries(mutants))('%s is found out', { timeout: 300_000 }, async (_what, patches) => {
    const tree = patchedTree(patches)
    try {
      expect(await liveAll(tree.root, seedsTo(60), { enough: 1, patienceMs: 3000 })).not.toEqual([])
    } finally {
      tree.remove()
    }
  })
})
