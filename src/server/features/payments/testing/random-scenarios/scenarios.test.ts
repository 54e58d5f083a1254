import { expect, test } from 'vitest'
import { listSeeds, runScenarios, stepsEach } from './run-scenarios.ts'

// Random lives of invoices, on a whole server between two providers: clicks, payments, declines, lost and doubled events, forged ones, edits, refunds, failures. What
// must hold is in `books.ts`. A finding names its seed. SCHEDULES says how many lives; 200 of them take some minutes.

const seeds = listSeeds(Number(process.env.SCHEDULES ?? 5))

test(`${seeds.length} random lives of ${stepsEach} steps: no money is made up, lost, doubled or charged too high`, {
  timeout: 900_000,
}, async () => {
  expect(await runScenarios('.', seeds)).toEqual([])
})
