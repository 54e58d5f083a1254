import { describe, expect, test } from 'vitest'
import { isSoak, listSoakSeeds } from '#shared/testing/soak.ts'
import { mutants } from './mutants.ts'
import { createPatchedSources } from './patched-sources.ts'
import { runScenarios } from './run-scenarios.ts'

// Tests of the scenarios themselves: they must detect each fault that is planted in a copy of the server.

/** The one that the first scenarios detect; the others take up to sixty of them. */
const first = 'trusts the contents of an event'
const tried = Object.entries(mutants).filter(([what]) => isSoak || what === first)

describe('a server that', () => {
  test.each(tried)('%s is detected', { timeout: 300_000 }, async (_what, patches) => {
    const tree = createPatchedSources(patches)
    try {
      expect(await runScenarios(tree.root, listSoakSeeds(60, 60), { enough: 1, timeoutMs: 3000 })).not.toEqual([])
    } finally {
      tree.remove()
    }
  })
})
