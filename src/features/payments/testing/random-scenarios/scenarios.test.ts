import { expect, test } from 'vitest'
import { listSoakSeeds } from '#shared/testing/soak.ts'
import { runScenarios, stepsEach } from './run-scenarios.ts'

// Random scenarios of invoices, on a whole server with both simulators: clicks, payments, declines, lost, repeated and forged events, edits, refunds
// and failures. The invariants are in `invariants.ts`. A finding contains its seed; 200 scenarios take some minutes.

const seeds = listSoakSeeds(4, 100)

test(`${seeds.length} random scenarios of ${stepsEach} steps: no payment is invented, lost, doubled or too high`, {
  timeout: 900_000,
}, async () => {
  expect(await runScenarios('.', seeds)).toEqual([])
})
