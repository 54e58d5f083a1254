import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/app.ts'
import { listSoakSeeds } from '#shared/testing/soak.ts'
import { runCardScenario } from './scenario.ts'

// Random lives of invoices that are charged to a saved card: jobs that run twice at once, declines, removals, edits, payments by hand, disputes, lost answers.

const seeds = listSoakSeeds(2, 60)

test(`${seeds.length} random scenarios: a saved card is charged at most once, never early, never late, never too much, never after its removal or a dispute`, {
  timeout: 1_800_000,
}, async () => {
  const app = await createTestApp()
  const findings: string[] = []
  for (const each of seeds) findings.push(...(await runCardScenario(app, each, 16)))
  await app.close()
  expect(findings).toEqual([])
})
