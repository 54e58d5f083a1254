import { describe, expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { createPatchedSources } from './patched-sources.ts'
import { isSingleSeed, listSeeds, runScenarios } from './run-scenarios.ts'

// Tests of the scenarios themselves: they must detect each fault that is planted in a copy of the server.

describe.skipIf(isSingleSeed)('a server that', () => {
  test.each(Object.entries(mutants))('%s is detected', { timeout: 300_000 }, async (_what, patches) => {
    const tree = createPatchedSources(patches)
    try {
      expect(await runScenarios(tree.root, listSeeds(60), { enough: 1, timeoutMs: 3000 })).not.toEqual([])
    } finally {
      tree.remove()
    }
  })
})
